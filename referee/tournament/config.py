"""The description of a tournament: a TOML file, options of the command line, or both, made into one.

Reading is strict: an unknown field is an error that names the field that was probably meant, a value of the
wrong kind says which kind is wanted, and all that is wrong is said at once. Options win over the file.

Files (of bots, boards, word lists) are named as seen from one folder, that of the description, so that neither
a store nor a record holds a path of somebody's machine.
"""

import difflib
import json
import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from referee.seats import distinct, repeated
from referee.tournament.games import Entrant
from referee.tournament.setting import Format, Setting, Venue
from referee.tournament.sprt import Model, Sprt
from scrabble_util.bot_place import BotError

ENGLISH = "english"
"""The name of the word list that ships."""


class ConfigError(ValueError):
    """A description that cannot be used, with everything that is wrong: handled by the command given it."""

    def __init__(self, place: str, complaints: Sequence[str]) -> None:
        self.complaints = tuple(complaints)
        super().__init__("\n".join(f"{place}: {complaint}" for complaint in complaints))


@dataclass(frozen=True)
class Config:
    """All there is to say about a tournament. A field is what it is called in the file and on the command line."""

    bots: tuple[Entrant, ...] = ()
    name: str = "tournament"
    format: Format | None = None
    """None: a match for two bots, a round robin for more."""
    games: int = 100
    rounds: int | None = None
    seats: int | None = None
    seed: int = 1
    boards: tuple[str, ...] = ("standard",)
    dictionaries: tuple[str, ...] = (ENGLISH,)
    alphabet: str | None = None
    hand_size: int = 7
    tiles: int = 1
    """How many times the usual set of pieces goes into the bag."""
    timeout: int | None = None
    """Milliseconds for a move; None for no limit but the stall limit."""
    sprt: Sprt | None = None
    workers: int | None = None
    """None: as many as there are cores."""
    db: str | None = None
    """None: the name, with `.db`."""

    @property
    def setting(self) -> Setting:
        """What the schedule is made from; raises ScheduleError where that cannot be."""
        form = self.format or (Format.MATCH if len(self.bots) == 2 else Format.ROUND_ROBIN)
        venues = tuple(Venue(board, words) for words in self.dictionaries for board in self.boards)
        return Setting(
            form, len(self.bots), self.games, self.seed, venues, rounds=self.rounds, seats=self.seats
        )

    @property
    def store(self) -> str:
        """The file the results go to."""
        return self.db or f"{self.name}.db"


# --- reading one value: each returns the value, or raises ValueError with what is wanted

Reader = Callable[[Any], Any]


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("a text in quotes")
    return value


def _whole(least: int) -> Reader:
    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise ValueError(f"a whole number, {least} or more")
        return value

    return read


def _texts(value: Any) -> tuple[str, ...]:
    values = [value] if isinstance(value, str) else value
    if (
        not isinstance(values, list | tuple)
        or not values
        or not all(isinstance(v, str) and v for v in values)
    ):
        raise ValueError("a list of texts, with one at least")
    return tuple(values)


def _word_lists(value: Any) -> tuple[str, ...]:
    return tuple(map(word_list, _texts(value)))


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise ValueError("a number")
    return float(value)


def _format(value: Any) -> Format:
    names = [form.value for form in Format]
    if value not in names:
        raise ValueError(f"one of {', '.join(names)}{_meant(str(value), names)}")
    return Format(value)


def _bots(value: Any) -> tuple[Entrant, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise ValueError('a list of bots: ["oxyphenbutazone", "./mine.py"], or tables with bot and name')
    named: list[tuple[str | None, str]] = []
    for entry in value:
        if isinstance(entry, str) and entry:
            named += [(None, bot) for bot in _repeated(entry)]
        elif (
            isinstance(entry, dict)
            and {"bot"} <= set(entry) <= {"bot", "name"}
            and all(isinstance(text, str) and text for text in entry.values())
        ):
            named.append((entry.get("name"), entry["bot"]))
        else:
            raise ValueError('bots, each a text or a table with "bot" and perhaps "name"')
    return _with_names(named)


def _repeated(entry: str) -> list[str]:
    try:
        return repeated(entry)
    except BotError as error:
        raise ValueError(str(error)) from None


def _with_names(named: Sequence[tuple[str | None, str]]) -> tuple[Entrant, ...]:
    """Give a name to those that have none, by the rule all seats are named by."""
    automatic = iter(distinct([_short(bot) for name, bot in named if name is None]))
    entrants = tuple(Entrant(next(automatic) if name is None else name, bot) for name, bot in named)
    if len({entrant.name for entrant in entrants}) < len(entrants):
        raise ValueError("a name for each bot that no other has")
    return entrants


def _short(bot: str) -> str:
    """Return what a bot is called for short: the last part of its path or module."""
    return Path(bot).stem if bot.endswith(".py") or "/" in bot else bot.rpartition(".")[2]


def _sprt(value: Any) -> Sprt:
    known = {part.name for part in fields(Sprt)}
    if not isinstance(value, Mapping) or not {"elo0", "elo1"} <= set(value):
        raise ValueError("a table with elo0 and elo1 (and perhaps alpha, beta, model)")
    for key in value:
        if key not in known:
            raise ValueError(
                f"a table of {', '.join(sorted(known))}; there is no {key!r}{_meant(key, known)}"
            )
    models = [model.value for model in Model]
    model = value.get("model", Model.LOGISTIC.value)
    if model not in models:
        raise ValueError(f"a model that is one of {', '.join(models)}{_meant(str(model), models)}")
    numbers = {key: _number(value[key]) for key in value if key != "model"}
    try:
        return Sprt(**numbers, model=Model(model))
    except ValueError as error:
        raise ValueError(f"one that can be decided ({error})") from None


READERS: Mapping[str, Reader] = {
    "bots": _bots,
    "name": _text,
    "format": _format,
    "games": _whole(1),
    "rounds": _whole(1),
    "seats": _whole(2),
    "seed": _whole(0),
    "boards": _texts,
    "dictionaries": _word_lists,
    "alphabet": _text,
    "hand_size": _whole(1),
    "tiles": _whole(1),
    "timeout": _whole(1),
    "sprt": _sprt,
    "workers": _whole(1),
    "db": _text,
}
"""Field -> what reads it: the fields of the file, and the options, are exactly these."""


def _meant(said: str, known: Sequence[str] | set[str]) -> str:
    near = difflib.get_close_matches(said, list(known), n=1, cutoff=0.5)
    return f" (did you mean {near[0]!r}?)" if near else ""


# --- reading it all


def read_config(values: Mapping[str, Any], place: str) -> Config:
    """Make a description of plain values; raises ConfigError with all that is wrong, each line under `place`."""
    return _checked(Config(**_read(values, place)), place)


def _read(values: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Read each value by the reader of its field."""
    complaints: list[str] = []
    read: dict[str, Any] = {}
    for name, value in values.items():
        reader = READERS.get(name)
        if reader is None:
            hint = _meant(name, set(READERS)) or f"; fields are {', '.join(READERS)}"
            complaints.append(f"there is no field {name!r}{hint}")
            continue
        try:
            read[name] = reader(value)
        except ValueError as wanted:
            complaints.append(f"{name} is {value!r}; wanted is {wanted}")
    if complaints:
        raise ConfigError(place, complaints)
    return read


def _checked(config: Config, place: str) -> Config:
    """Check what no field can say alone."""
    if not config.bots:
        raise ConfigError(place, ["no bots; name two or more"])
    try:
        setting = config.setting
    except ValueError as error:
        raise ConfigError(place, [str(error)]) from None
    if config.sprt is not None and setting.format is not Format.MATCH:
        raise ConfigError(
            place, [f'sprt decides between two bots: format must be "match", not "{setting.format.value}"']
        )
    return config


def load_config(path: Path | None, options: Mapping[str, Any]) -> tuple[Config, str, Path]:
    """Read a file and let the options win over it.

    Return the description, the file's text, and the folder from which the files it names are seen.
    """
    text = ""
    folder = Path().resolve() if path is None else path.resolve().parent
    values: dict[str, Any] = {}
    if path is not None:
        try:
            text = path.read_text(encoding="utf-8")
            values = tomllib.loads(text)
        except OSError as error:
            raise ConfigError(str(path), [error.strerror or str(error)]) from None
        except UnicodeDecodeError as error:
            raise ConfigError(
                str(path), [f"not UTF-8 (byte {error.start}); save the file as UTF-8"]
            ) from None
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(str(path), [f"not TOML: {error}"]) from None
    seen = _seen_from(folder, options)
    return read_config({**values, **seen}, str(path or "command line")), text, folder


def _seen_from(folder: Path, options: Mapping[str, Any]) -> dict[str, Any]:
    """Name the files of options, which are seen from where one stands, as seen from a folder."""
    seen = dict(options)
    for key in {"bots", "boards", "dictionaries"} & set(options):
        names = map(word_list, options[key]) if key == "dictionaries" else options[key]
        seen[key] = [seen_from(folder, name) for name in names]
    return seen


def seen_from(folder: Path, name: str) -> str:
    """Return a file's name, seen from here, as seen from a folder; names that are no file's stay."""
    if not is_file(name) or Path(name).is_absolute() or folder.resolve() == Path().resolve():
        return name
    return os.path.relpath(name, folder)


def is_file(name: str) -> bool:
    """Whether a bot, a board or a word list is named by its file."""
    return "/" in name or name.endswith((".py", ".toml", ".txt"))


def word_list(name: str) -> str:
    """Return the name of a word list so that it is seen to be a file's, which all are but one."""
    return name if name == ENGLISH or is_file(name) else f"./{name}"


def found_from(folder: Path, name: str) -> str:
    """Return a name that can be used from anywhere: a file's is made absolute, others stay."""
    return str((folder / name).resolve()) if is_file(name) else name


# --- keeping it with the results


def to_json(config: Config) -> str:
    """Write a description so that `from_json` reads the same one."""
    values = {name: value for name, value in asdict(config).items() if value is not None}
    if config.format is not None:
        values["format"] = config.format.value
    if config.sprt is not None:
        values["sprt"] = {**asdict(config.sprt), "model": config.sprt.model.value}
    return json.dumps(values, ensure_ascii=False, sort_keys=True)


def from_json(text: str, place: str) -> Config:
    """Read what `to_json` wrote."""
    values = json.loads(text)
    if not isinstance(values, dict):
        raise ConfigError(place, ["not a table of fields"])
    return read_config(values, place)


def override(config: Config, options: Mapping[str, Any], place: str) -> Config:
    """Change how a stored tournament is run; what is played cannot be changed any more."""
    fixed = set(options) - {"workers"}
    if fixed:
        raise ConfigError(
            place,
            [
                f"{name} is fixed: a tournament goes on with the options it was begun with"
                for name in sorted(fixed)
            ],
        )
    return replace(config, **_read(options, place))
