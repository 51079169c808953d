"""Reading a source: positions, depth, and what a file may do to line ends."""

import pytest

from scrabble_util.dsl import tree
from scrabble_util.dsl.parse import parse


def test_each_node_points_at_its_own_place() -> None:
    source = "declare v;\r\nwhile (v < 3) do { v := v / pointValue(0) }"
    block = parse(source).block
    assert block is not None
    loop = block[1]
    assert isinstance(loop, tree.While) and loop.at == source.index("while")
    (assign,) = loop.body
    assert isinstance(assign, tree.Assign) and isinstance(assign.value, tree.Arithmetic)
    ((operator, call),) = assign.value.rest
    assert (operator.at, call.at) == (source.index("/"), source.index("pointValue"))


def test_a_chain_of_operators_is_one_node_and_brackets_are_none() -> None:
    block = parse("_result_ := ((1)) + 2 - 3 + (4 + 5)").block
    assert block is not None
    assert max(depth for _, depth in tree.nodes(block)) == 4


@pytest.mark.parametrize(
    "source",
    [
        "_result_ := " + "1 + (" * 1000 + "1" + ")" * 1000,
        "if (true) then {" * 1000 + "_result_ := 1" + "}" * 1000,
        "_result_ := charToInt(" + "toUpper(" * 5000 + "'a'" + ")" * 5001,
        "if (1" + "= 1" * 5000 + ") then { _result_ := 1 }",
    ],
)
def test_too_deep_a_program_is_told_so(source: str) -> None:
    parsed = parse(source)
    assert parsed.block is None
    assert [item.message for item in parsed.complaints] == ["nested too deeply: 600 levels are the limit"]
