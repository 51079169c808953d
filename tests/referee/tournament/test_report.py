"""Reports: the page is whole, alone and true to the store; the tables say what the summary says."""

import base64
import csv
import io
import json
import re
import zlib
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.report import command
from referee.events import Event, PlayerEvent
from referee.local import play_locally
from referee.records import Header, parse_record, record_bytes
from referee.replay import moments
from referee.rules.base import GameSetup
from referee.telling import piece_text
from referee.tournament.config import Config
from referee.tournament.games import Entrant, GameResult, GameSpec, pack, played
from referee.tournament.history import elo_history
from referee.tournament.ratings import rate
from referee.tournament.report_figures import elo_bars, history_lines
from referee.tournament.setting import Format
from referee.tournament.store import Store
from referee.tournament.summary import counted_pairs
from referee.verdicts import Verdict
from scrabble_util.board_file import load_board
from scrabble_util.messages import SMChange, SMPass, SMPlay
from scrabble_util.pieces import ENGLISH
from tests.support.tournaments import play_out, result

NASTY = 'a<b>&"</script>'


def game_record(board: str) -> tuple[bytes, tuple[Event, ...]]:
    """A real, short game: a word, a refused play, a change, then passes."""
    setup = GameSetup(
        board=load_board(board), alphabet=ENGLISH.alphabet, pieces=ENGLISH.pieces, tiles=ENGLISH.tiles(),
        hand_size=7, num_players=2, seed=3, dictionary=None, timeout=None,
    )  # fmt: skip
    said = iter([0, 1, 2])

    def choose(view):  # type: ignore[no-untyped-def]
        turn = next(said, None)
        first, second = list(view.hand)[-2:]
        x, y = setup.board.center
        if turn == 0:
            letters = [min(ENGLISH.pieces[piece]) for piece in (first, second)]
            return SMPlay([((x, y), (first, letters[0])), ((x + 1, y), (second, letters[1]))])
        if turn == 1:
            return SMPlay([((x, y), (first, min(ENGLISH.pieces[first])))])
        return SMChange([first]) if turn == 2 else SMPass()

    _, events = play_locally(setup, [choose, choose])
    return record_bytes(Header.of(setup), events), events


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "cup.db"
    names = ("alpha", NASTY, "gamma")
    config = Config(
        bots=tuple(Entrant(name, "passer") for name in names), games=8, name="The <cup>",
        boards=("standard", "infinite"),
    )  # fmt: skip
    records = {board: game_record(board)[0] for board in config.boards}

    def play(spec: GameSpec) -> GameResult:
        faulty = [Verdict.CRASHED if bot == 2 else Verdict.FINISHED for bot in spec.seats]
        made = result(spec, [300 + 20 * bot + 7 * (spec.seed % 5) for bot in spec.seats], faulty)
        details = tuple("Boom: <b>\nTraceback" if verdict.leaves else "" for verdict in faulty)
        return replace(made, packed=pack(records[spec.board]), details=details)

    _, done = play_out(config.setting, play)
    with Store.create(path, config) as store:
        for game in done.games.values():
            store.add(game)
        store.add_void("1/0-1/0/0", "a worker died")
    return path


def run(*arguments: str) -> str:
    said = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert said.exit_code == 0, said.output
    return said.stdout


class Page(HTMLParser):
    """Reads a page strictly: every element that is opened is closed, in order."""

    VOID = frozenset({"meta", "input", "br", "link", "img"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.scripts: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                assert value not in self.ids, f"two elements have the id {value}"
                self.ids.add(value)
            if name in ("href", "src") and value:
                self.links.append(value)
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data


@pytest.fixture(scope="module")
def text(db: Path) -> str:
    return run(str(db), "--html", "-")


def test_the_page_is_whole_and_needs_nothing_from_anywhere(text: str) -> None:
    page = Page(text)
    assert all(link.startswith("#game=") for link in page.links)
    assert not re.search(r"(?:src|href)=\"?https?:|url\([^#]|@import|fetch\(|XMLHttp", text)
    assert "default-src 'none'" in text


def test_names_and_logs_cannot_break_the_page(text: str) -> None:
    assert NASTY not in text
    assert "Boom: <b>" not in text
    assert "The &lt;cup&gt;" in text


def test_the_script_finds_every_element_it_asks_for(text: str) -> None:
    page = Page(text)
    asked = set(re.findall(r'find\("([\w-]+)"\)', page.scripts[1])) - {"tiles", "now"}  # made by the script
    assert asked <= page.ids


def test_every_game_of_the_store_can_be_replayed_from_the_page(db: Path, text: str) -> None:
    data = json.loads(Page(text).scripts[0])
    with Store.open(db) as store:
        keys = {game.spec.key for game in store.results()}
    assert {game["key"] for game in data["games"]} == keys == set(data["replays"])
    for key, packed in data["replays"].items():
        game = json.loads(zlib.decompress(base64.b64decode(packed)))
        kinds = [event[0] for event in game["events"]]
        assert kinds[:4] == ["dealt", "played", "refused", "changed"]
        assert kinds[-1] == "ended"
        board = data["boards"][game["board"]]
        x0, y0, x1, y1 = board["window"]
        for x, y, _, _ in game["events"][1][4]:
            assert x0 <= x <= x1 and y0 <= y <= y1, key
        assert len(board["ids"]) == y1 - y0 + 1
        labels = {square["label"] for square in board["squares"].values()}
        assert labels == {"", "2L", "3L", "2W", "3W"}


def test_a_replay_shows_what_everyone_holds_after_each_event(db: Path, text: str) -> None:
    data = json.loads(Page(text).scripts[0])
    with Store.open(db) as store:
        records = {key: parse_record(record) for key, record in store.records()}
    for key, packed in data["replays"].items():
        record = records[key]
        shown = json.loads(zlib.decompress(base64.b64decode(packed)))["events"]
        for moment, (what, *rest) in zip(moments(record.events), shown, strict=True):
            if isinstance(moment.event, PlayerEvent):
                held = moment.hands[moment.event.player]
                assert rest[2] == [piece_text(record.header.pieces[piece]) for piece in held], (key, what)


def test_the_page_says_what_went_wrong_and_for_whom(text: str) -> None:
    assert "gamma crashed in game" in text
    assert "1 game failed for the referee" in text


def test_the_tables_of_the_report_agree(db: Path) -> None:
    document = json.loads(run(str(db), "--json"))
    assert document["games"] == len(document["results"]) == 24
    assert document["games_void"] == 1
    rows = list(csv.DictReader(io.StringIO(run(str(db), "--csv", "-"))))
    assert len(rows) == 2 * 24
    for line in document["standings"]:
        mine = [row for row in rows if row["bot"] == line["bot"]]
        assert len(mine) == line["games"]["played"]
        assert sum(float(row["won"]) for row in mine) == line["games"]["won"]
        assert sum(row["verdict"] == "crashed" for row in mine) == line["faults"].get("crashed", 0)


def test_markdown_has_a_row_for_each_bot_and_escapes_names(db: Path) -> None:
    text = run(str(db), "--md", "-")
    assert text.startswith("# The \\<cup\\>\n")
    assert 'a\\<b\\>&"\\</script\\>' in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 2 + 3 + 2 + 3


def test_the_terminal_shows_the_table(db: Path) -> None:
    said = run(str(db))
    assert "won-drawn-lost" in said
    assert "alpha" in said


def test_records_come_out_as_files_that_replay(db: Path, tmp_path: Path) -> None:
    run(str(db), "--records", str(tmp_path / "games"))
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 24
    assert files[0].name == "1_0-1_0_0.jsonl"
    assert files[0].read_bytes() == game_record("standard")[0]


def test_a_store_that_is_not_there_is_bad_usage_and_a_file_that_is_none_is_wrong(tmp_path: Path) -> None:
    said = CliRunner().invoke(command, [str(tmp_path / "none.db")])
    assert said.exit_code == 2
    assert "none.db' does not exist" in said.output
    (tmp_path / "junk.db").write_text("junk")
    said = CliRunner().invoke(command, [str(tmp_path / "junk.db")])
    assert said.exit_code == 1
    assert "not a tournament's store" in said.output


def test_a_tournament_that_has_not_begun_has_a_page_too(tmp_path: Path) -> None:
    for form in Format:
        bots = tuple(Entrant(f"bot{number}", "passer") for number in range(2 if form is Format.MATCH else 5))
        path = tmp_path / f"{form.value}.db"
        Store.create(path, Config(bots=bots, format=form)).close()
        Page(run(str(path), "--html", "-"))
        run(str(path), "--md", "-")


def test_figures_are_drawn_for_one_sided_and_level_pools() -> None:
    for elo in ([0.0, 0.0], [900.0, -900.0]):
        assert elo_bars(["a", "b"], elo, [0.0, 0.0]).count("<circle") == 2


def test_the_history_ends_where_the_table_stands(db: Path) -> None:
    with Store.open(db) as store:
        pairs, _ = counted_pairs(store.config(), played(store.results()))
    steps = elo_history(3, pairs)
    assert steps[-1].games == 24
    assert steps[-1].elo == pytest.approx(rate(3, pairs).elo)
    assert history_lines(["a", "b", "c"], [0, 1, 2], steps).count("<polyline") == 3
