"""How the arcs of a word graph are packed into numbers: shared by those who write, read and walk them.

A node is a set of arcs that lie side by side, ordered by letter, the separator last. An arc tells of the node
it leads to: the mask of that node's letters, where its arcs begin, and whether the arc ends a word. Whether it
does is bit 0, where they begin is bits 1 to 26 (the two are the *link*). The mask lies in the bits above that
while the alphabet is narrow, and in a number of its own, after the link, when it is wide.
"""

NARROW_LETTERS = 36
"""Up to so many letters, an arc fits into one number."""
WIDE_LETTERS = 63
"""More letters than this cannot be told apart in a mask."""
NARROW_SEPARATOR = 36
"""The separator's bit in the mask of a narrow graph."""
WIDE_SEPARATOR = 63
"""The separator's bit in the mask of a wide graph."""
LINK_BITS = 27
"""The bits of the link."""
MOST_ARCS = 1 << LINK_BITS - 1
