"""What a person is shown: the right line of the right file, with a caret under the right column."""

import pytest

from scrabble_util.dsl.diagnostics import Complaint, Diagnostic, Origin


def test_a_source_by_itself_counts_lines_and_columns_from_one() -> None:
    origin = Origin.of_source("ab\r\n\r\ncd", "b.prog")
    assert [origin.position(offset) for offset in (0, 1, 4, 6, 7, 8)] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (3, 1),
        (3, 2),
        (3, 3),
    ]
    assert origin.diagnostic(1, "m") == Diagnostic("b.prog", 1, 2, "m", "ab")


def test_a_source_inside_a_file_is_placed_there() -> None:
    text = "title = 'x'\nprog = 'a := b'\n"
    origin = Origin.at("b.toml", text, line=2, column=9)
    assert origin.diagnostic(5, "m") == Diagnostic("b.toml", 2, 14, "m", "prog = 'a := b'")


def test_a_source_that_was_not_copied_letter_by_letter_has_a_map() -> None:
    text = r'prog = "a\tb"'
    origin = Origin("b.toml", text, offsets=[8, 9, 11])
    assert [origin.position(offset) for offset in range(4)] == [(1, 9), (1, 10), (1, 12), (1, 13)]


def test_complaints_come_in_the_order_of_the_source_each_once() -> None:
    origin = Origin.of_source("ab")
    found = origin.diagnostics([Complaint(1, "second"), Complaint(0, "first"), Complaint(1, "second")])
    assert [item.message for item in found] == ["first", "second"]


def test_the_caret_stands_below_the_column_even_behind_tabs() -> None:
    assert Diagnostic("f", 1, 3, "m", "\ta := b").render() == "f:1:3: m\n    \ta := b\n    \t ^"


@pytest.mark.parametrize(
    ("before", "columns"), [("二三", 4), ("😀", 2), ("ｘ", 2), ("e\u0301", 1), ("é", 1), ("\u00a0", 1)]
)
def test_the_caret_stands_below_the_column_behind_characters_of_any_width(before: str, columns: int) -> None:
    _, _, caret = Diagnostic("f", 1, len(before) + 1, "m", f"{before}?").render().split("\n")
    assert caret == " " * (4 + columns) + "^"


def test_what_a_terminal_would_hide_or_obey_is_shown_as_a_mark() -> None:
    shown = Diagnostic("f", 1, 5, "m", "a\x1b\u200b\0?").render()
    assert shown.endswith("\n    a\ufffd\ufffd\ufffd?\n        ^")


def test_a_long_line_is_cut_around_the_caret() -> None:
    line = "x" * 300 + "?" + "y" * 300
    _, shown, caret = Diagnostic("f", 1, 301, "m", line).render().split("\n")
    assert len(shown) < 120
    assert shown[caret.index("^")] == "?"
    assert shown.lstrip().startswith("…") and shown.endswith("…")
