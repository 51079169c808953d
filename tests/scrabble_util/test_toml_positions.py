"""Every value of a TOML file is found where it stands."""

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scrabble_util.toml_positions import positions

FILE = '''title = "A \\"quoted\\" \\u0041 name"  # [not.a.table]
center = [ 0,
  -3 ]
squares = { 0 = { 0 = 'one' }, "1" = { -1 = "two" } }

[squares.2]  # a = 'comment'
0 = \'\'\'
first
second\'\'\'
1 = """x\\
    y"""
'''


def at(text: str, path: tuple[str, ...]) -> str:
    return text[positions(text)[path].start :]


def test_values_are_found_by_key_path() -> None:
    assert at(FILE, ("center",)).startswith("[ 0,")
    assert at(FILE, ("center", "1")).startswith("-3")
    assert at(FILE, ("squares", "0", "0")).startswith("'one'")
    assert at(FILE, ("squares", "1", "-1")).startswith('"two"')
    assert at(FILE, ("squares", "2")).startswith("[squares.2]")


def spelled(text: str, path: tuple[str, ...]) -> str:
    """The first character in the file of each character of a string."""
    return "".join(text[place] for place in positions(text)[path].chars[:-1])


def test_each_character_of_a_string_is_found() -> None:
    assert spelled(FILE, ("squares", "2", "0")) == "first\nsecond"
    assert spelled(FILE, ("squares", "2", "1")) == "xy"
    assert spelled(FILE, ("title",)) == "A \\quoted\\ \\ name"


def test_windows_line_ends_count_once() -> None:
    text = "prog = '''\r\na\r\nb'''\r\n"
    spot = positions(text)[("prog",)]
    assert len(spot.chars) == len(tomllib.loads(text)["prog"]) + 1
    assert [text[place] for place in spot.chars[:-1]] == ["a", "\r", "b"]


names = st.text("abcXYZ019_-", min_size=1, max_size=5)
strings = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12)


@given(st.dictionaries(names, st.one_of(strings, st.integers(-99, 99)), min_size=1, max_size=5), st.data())
def test_any_flat_file_gives_back_its_strings(values: dict[str, Any], data: st.DataObject) -> None:
    lines = []
    for name, value in values.items():
        if isinstance(value, int):
            lines.append(f"{name} = {value}")
        elif "'" not in value and data.draw(st.booleans()):
            lines.append(f"{name} = '{value}'")
        else:
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            lines.append(f'{name} = "{escaped}"')
    text = "\n".join(lines)
    assert tomllib.loads(text) == values
    found = positions(text)
    for name, value in values.items():
        assert (name,) in found
        if isinstance(value, str):
            assert len(found[(name,)].chars) == len(value) + 1
