"""`referee explain`, as typed."""

from pathlib import Path

from tests.support.cli import referee

GCG = """#player1 A Ann
#player2 B Bob
>A: TACSXYZ 8H TACS +12 12
>A: TACSXYZ -- -12 0
"""


def test_a_turn_of_an_imported_game_is_explained_with_the_best_play(tmp_path: Path) -> None:
    (tmp_path / "g.gcg").write_text(GCG + ">B: OREGEN? - +0 0\n")
    assert referee("import", "g.gcg", cwd=tmp_path).status == 0
    told = referee("explain", "g.jsonl", "--turn", 1, cwd=tmp_path, timeout=120)
    assert told.status == 0, told.err
    assert "TACS is not in the dictionary." in told.out
    assert "the best play: " in told.out
    facts = referee("explain", "g.jsonl", "--turn", 2, "--json", cwd=tmp_path, timeout=120).json
    assert facts["name"] == "Bob"
    assert facts["best"]["points"] > 50


def test_a_turn_that_is_not_there_is_bad_usage(tmp_path: Path) -> None:
    (tmp_path / "g.gcg").write_text(GCG)
    referee("import", "g.gcg", cwd=tmp_path)
    told = referee("explain", "g.jsonl", "--turn", 77, cwd=tmp_path)
    assert told.status == 2
    assert "the game has turns 1 to" in told.err
    assert referee("explain", "none.jsonl", "--turn", 1, cwd=tmp_path).status == 2
