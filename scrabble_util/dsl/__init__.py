"""The language of boards and squares: `program.py` is its face, the other modules are its stages.

grammar.lark → parse.py → tree.py → check.py → one of the evaluators: walk.py (the twin), pycode.py (the
referee), flatcode.py with kernel.py (bots and the search for moves).
"""
