"""What a file is, from its own bytes: encodings, plain lists, Debian's shapes, Hunspell with its affixes, zips."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Sequence

import pytest

from core.problems import Unfit
from lexicon_admin.words.files import hunspell, packing, reading
from lexicon_admin.words.files.encoding import decode
from lexicon_admin.words.files.hunspell import expand, read_affixes
from lexicon_admin.words.files.packing import Files
from lexicon_admin.words.files.reading import entries_of_rows, open_list


def words(data: bytes, affixes: bytes = b"", encoding: str = "") -> list[str]:
    return [entry.text for entry in open_list(Files(data, affixes), encoding).entries]


def zipped(method: int = zipfile.ZIP_DEFLATED, **content: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, body in content.items():
            archive.writestr(name.replace("__", "."), body)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "encoding", "guessed"),
    [
        (b"bahay\n", "utf-8", False),
        ("niño\n".encode(), "utf-8", False),
        ("\ufeffniño\n".encode(), "utf-8", False),
        ("niño\nañejo\n".encode("latin-1"), "iso-8859-1", True),
        ("niño \u2019n\n".encode("cp1252"), "windows-1252", True),
        ("niño\n".encode("utf-16"), "utf-16-le", False),
        ("casa\nperro\n".encode("utf-16-be"), "utf-16-be", True),
        ("casa\n".encode("utf-32"), "utf-32-le", False),
    ],
)
def test_the_encoding_is_found_and_said(data: bytes, encoding: str, guessed: bool) -> None:
    found = decode(data)
    assert (found.encoding, found.guessed) == (encoding, guessed)
    assert found.text.strip()


def test_a_person_may_say_the_encoding() -> None:
    assert decode("niño".encode("latin-1"), "iso-8859-1") == ("niño", "iso-8859-1", False)
    for encoding, code in (("utf-8", "text-bad-bytes"), ("koi8-r", "bad-encoding")):
        with pytest.raises(Unfit) as refused:
            decode("niño".encode("latin-1"), encoding)
        assert refused.value.code == code


def test_a_bad_byte_is_named_with_its_line() -> None:
    with pytest.raises(Unfit) as refused:
        decode("niño\nañejo\nseñor\n".encode() + b"ma\xf1ana\n")
    assert refused.value.problem.what.facts["line"] == 4


def test_a_plain_list_has_one_word_a_line() -> None:
    assert words(b"# a remark\nbahay\r\n\r\n  aso  \n%x\nibon") == ["bahay", "aso", "ibon"]
    assert words(b"bahay\raso\ribon") == ["bahay", "aso", "ibon"]


@pytest.mark.parametrize(
    ("name", "data", "found"),
    [
        ("wspanish: accents, UTF-8", "a\naba\nabadía\nábaco\nñandú\n".encode(), ["a", "aba", "abadía", "ábaco", "ñandú"]),
        ("wspanish of old: Latin-1", "ábaco\nñandú\n".encode("latin-1"), ["ábaco", "ñandú"]),
        ("wamerican: capitals", "A\nA's\nAaron\nabbot's\nétude\n".encode(), ["A", "A's", "Aaron", "abbot's", "étude"]),
        ("tl.dic: a count, Latin-1", "3\nabugado/AB\nnoo'y\nseñora\n".encode("latin-1"), ["abugado", "noo'y", "señora"]),
        ("aspell dump: unsorted, mixed", b"bahay\nAbril\naraw-araw\n", ["bahay", "Abril", "araw-araw"]),
    ],
)  # fmt: skip
def test_lists_of_the_shape_debian_ships_are_read(name: str, data: bytes, found: list[str]) -> None:
    assert words(data) == found, name


AFF = b"""SET UTF-8
FLAG UTF-8
PFX P Y 1
PFX P 0 nag [^aeiou]
SFX S Y 3
SFX S 0 an [^aeiouy]
SFX S a ahan a
SFX S y ies/T [^aeiou]y
SFX T Y 1
SFX T 0 x .
NEEDAFFIX N
FORBIDDENWORD F
"""
FORMS = [
    ("bahay", "", ["bahay"]),
    ("luto", "P", ["luto", "nagluto"]),
    ("alok", "PS", ["alok", "alokan"]),
    ("punta", "PS", ["punta", "nagpunta", "puntahan", "nagpuntahan"]),
    ("ony", "S", ["ony", "onies", "oniesx"]),
    ("root", "NS", ["rootan"]),
    ("bad", "FS", []),
]


@pytest.mark.parametrize(("word", "flags", "forms"), FORMS)
def test_a_dictionary_word_stands_for_all_its_forms(word: str, flags: str, forms: list[str]) -> None:
    affixes = read_affixes(AFF.decode())
    assert expand(word, frozenset(flags), affixes) == forms


def test_the_whole_dictionary_is_expanded_with_its_affix_file() -> None:
    assert words(b"2\npunta/PS\nbahay\n", AFF) == ["punta", "nagpunta", "puntahan", "nagpuntahan", "bahay"]


@pytest.mark.parametrize(
    ("head", "dic"),
    [("FLAG long\nSFX Aa Y 1\nSFX Aa 0 an .\n", "bili/Aa"), ("FLAG num\nSFX 17 Y 1\nSFX 17 0 an .\n", "bili/17"),
     ("AF 1\nAF A\nSFX A Y 1\nSFX A 0 an .\n", "bili/1")],
)  # fmt: skip
def test_flags_are_read_in_every_notation(head: str, dic: str) -> None:
    assert words(f"1\n{dic}\n".encode(), head.encode()) == ["bili", "bilian"]


def test_a_number_that_stands_for_no_list_of_flags_breaks_nothing() -> None:
    head = "AF 1\nAF A\nSFX A Y 1\nSFX A 0 an .\n"
    assert words("1\nbili/²\n".encode(), head.encode()) == ["bili"]


def test_the_affix_file_says_the_encoding_of_both() -> None:
    source = open_list(
        Files("1\nseñor/S\n".encode("latin-1"), "SET ISO8859-1\nSFX S Y 1\nSFX S 0 ía .\n".encode("latin-1"))
    )
    assert (source.encoding, source.guessed) == ("iso-8859-1", False)
    assert [entry.text for entry in source.entries] == ["señor", "señoría"]
    rules = b"SET KOI8-R\nSFX S Y 1\nSFX S 0 a .\n"
    with pytest.raises(Unfit, match="in KOI8-R, which is not read here") as refused:
        words("1\nseñor/S\n".encode(), rules)
    assert refused.value.code == "bad-encoding"
    assert words("1\nseñor/S\n".encode(), rules, "utf-8") == ["señor", "señora"]
    assert words("1\nseñor/S\n".encode("cp1252"), rules.replace(b"KOI8-R", b"microsoft-cp1252")) == [
        "señor",
        "señora",
    ]


def test_an_affix_file_that_runs_away_is_stopped() -> None:
    rules = "SFX S Y 300\n" + "".join(f"SFX S 0 {'x' * (n % 9)}{n}/S .\n" for n in range(300))
    with pytest.raises(Unfit) as refused:
        words(b"1\nbahay/S\n", rules.encode())
    assert refused.value.code == "too-many-forms"


def test_an_affix_file_has_no_more_rules_than_any_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunspell, "MOST_RULES", 2)
    rules = "SFX S Y 3\n" + "".join(f"SFX S 0 {ending} .\n" for ending in ("a", "e", "i"))
    assert words(b"1\naso/S\n", rules.rpartition("SFX")[0].encode()) == ["aso", "asoa", "asoe"]
    with pytest.raises(Unfit) as refused:
        words(b"1\naso/S\n", rules.encode())
    assert refused.value.code == "too-many-rules"


def test_a_broken_rule_is_named_with_its_line() -> None:
    for rules, line in ((b"SET UTF-8\nSFX S\n", 2), (b"FLAG long\nSFX Aa Y 1\nSFX Aa 0 an/B .\n", 3)):
        with pytest.raises(Unfit) as refused:
            words(b"1\nbahay/Aa\n", rules)
        assert refused.value.problem.what.facts["line"] == line


def test_a_zip_holds_one_list_and_perhaps_its_affixes() -> None:
    assert words(zipped(tl__txt=b"bahay\naso\n")) == ["bahay", "aso"]
    assert words(zipped(es__dic=b"1\npunta/PS\n", es__aff=AFF, README__txt=b"hello")) == FORMS[3][2]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([["bahay", "house"], ["aso", ""]], [("bahay", "house"), ("aso", "")]),
        ([["Nr", "Kahulugan", "Salita"], ["1", "house", "bahay"]], [("bahay", "house")]),
        ([["Word"], ["bahay"], [""], ["aso"]], [("bahay", ""), ("aso", "")]),
    ],
)
def test_a_table_says_which_column_is_the_word(
    rows: Sequence[Sequence[str]], found: list[tuple[str, str]]
) -> None:
    told = entries_of_rows(enumerate(rows, 1))
    assert [(entry.text, entry.definition) for entry in told] == found


def test_what_kind_a_text_is() -> None:
    assert reading.kind_of("bahay\naso\n") == "text"
    assert reading.kind_of("2\nbahay\naso\n") == "hunspell"
    assert reading.kind_of("bahay\thouse\naso\tdog\n") == "table"
    assert reading.kind_of("word,definition\naso,dog\n") == "table"


def test_no_more_is_read_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_ENTRIES", 3)
    with pytest.raises(Unfit) as refused:
        words(b"a\nb\nc\nd\n")
    assert refused.value.code == "too-many-entries"
    with pytest.raises(Unfit) as refused:
        words(b"1\npunta/PS\n", AFF)
    assert refused.value.code == "too-many-entries"
    with pytest.raises(Unfit) as refused:
        list(entries_of_rows(enumerate([["a"]] * 9)))
    assert refused.value.code == "too-many-entries"
    monkeypatch.setattr(reading, "MOST_BYTES", 3)
    with pytest.raises(Unfit) as refused:
        open_list(Files(b"abcd"))
    assert refused.value.code == "file-too-large"


def test_what_a_zip_unpacks_to_is_bounded_by_its_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MOST_UNPACKED", 20)
    with pytest.raises(Unfit) as refused:
        words(zipped(list__txt=b"bahay\n" * 9))
    assert refused.value.code == "zip-refused"


# The first words of a list as Debian's aspell-tl packs them: how many letters are shared, then the others.
PREZIPPED = b"\x02\x00abad\x03h/G\x02rahah\x00bayan/O\x04\xf1\x1f\xff"


@pytest.mark.parametrize("data", [PREZIPPED, gzip.compress(PREZIPPED)], ids=["cwl", "cwl.gz"])
def test_aspell_s_packed_lists_are_spread_out(data: bytes) -> None:
    assert words(data) == ["abad", "abah", "abrahah", "bayan", "baya\xf1"]
    rules = b"SET ISO8859-1\nSFX O Y 1\nSFX O 0 g .\n"
    assert words(data, rules) == ["abad", "abah", "abrahah", "bayan", "bayang", "baya\xf1"]


def test_gzip_is_unpacked_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert words(gzip.compress(b"bahay\naso\n")) == ["bahay", "aso"]
    monkeypatch.setattr(packing, "MOST_UNPACKED", 20)
    for data in (gzip.compress(b"bahay\n" * 9), b"\x02\x00bahay" + b"\x05" * 9):
        with pytest.raises(Unfit) as refused:
            words(data)
        assert refused.value.code == "zip-refused"
