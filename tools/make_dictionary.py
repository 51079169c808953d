"""Make EnglishDictionary.txt from Debian's package `scowl`.

    apt-get install scowl && python -m tools.make_dictionary

It takes the `words` lists (no names, abbreviations or contractions) up to size 80 of every spelling and its
variants, takes the accents off, keeps plain words of three letters or more, and adds the two-letter words
below, since the package's own two-letter entries are no game words. `docs/dictionary.md` tells the why.
"""

import argparse
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

SCOWL = Path("/usr/share/dict/scowl")
OUTPUT = Path(__file__).parents[1] / "EnglishDictionary.txt"
LARGEST_SIZE = 80
LIST_NAME = re.compile(
    r"(?:(?:english|american|british|british_z|canadian|australian)"
    r"|(?:(?:british|canadian|australian)_)?variant_[123])-words\.(?P<size>\d+)"
)
PLAIN_WORD = re.compile(r"[a-z]{3,}")  # an entry with a capital is a name or an abbreviation

# ENABLE's 96 (public domain), with QI and ZA.
TWO_LETTER_WORDS = """
AA AB AD AE AG AH AI AL AM AN AR AS AT AW AX AY BA BE BI BO BY DE DO ED EF EH EL EM EN ER ES ET EX FA GO HA
HE HI HM HO ID IF IN IS IT JO KA LA LI LO MA ME MI MM MO MU MY NA NE NO NU OD OE OF OH OM ON OP OR OS OW OX
OY PA PE PI QI RE SH SI SO TA TI TO UH UM UN UP US UT WE WO XI XU YA YE YO ZA
""".split()


def without_accents(word: str) -> str:
    """Return the word with its combining marks dropped: café gives cafe."""
    decomposed = unicodedata.normalize("NFD", word)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def decode(raw: bytes) -> str:
    """Read a list as UTF-8, or as Latin-1, which older releases of the package used."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def scowl_words(folder: Path) -> Iterator[str]:
    """Yield the plain upper-case words of every list that counts."""
    for path in sorted(folder.iterdir()):
        match = LIST_NAME.fullmatch(path.name)
        if match is None or int(match["size"]) > LARGEST_SIZE:
            continue
        for line in decode(path.read_bytes()).splitlines():
            word = without_accents(line.strip())
            if PLAIN_WORD.fullmatch(word):
                yield word.upper()


def main() -> None:
    """Write the dictionary and say how many words it has."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--scowl", type=Path, default=SCOWL, help="folder of the package's lists")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    options = parser.parse_args()
    if not options.scowl.is_dir():
        parser.error(f"{options.scowl} is no folder; apt-get install scowl brings the lists")
    words = sorted({*scowl_words(options.scowl), *TWO_LETTER_WORDS})
    options.output.write_text("\n".join(words) + "\n", encoding="utf-8")
    print(f"{options.output}: {len(words):,} words, the longest {max(map(len, words))} letters")


if __name__ == "__main__":
    main()
