"""import_lexicon, adjudicate, diff_editions, export_edition: what they say and how they end."""

from __future__ import annotations

import io
import json
import re
import shlex
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import call_command

from lexicon_admin.lists import storage
from lexicon_admin.management.commands import import_lexicon
from lexicon_admin.models import Edition, Lexicon, ListImport
from lexicon_admin.words.files.packing import Files
from tdapp.demo.making.words import word_list
from tdapp.kernel.models import AuditEntry
from tests import factories as f
from tests.lexicon import making as m
from tests.lexicon.pages import at, browser
from tests.lexicon.pages import text as text_of

pytestmark = pytest.mark.django_db
GUIDE = Path(__file__).parents[2] / "docs" / "guide"
FACTS = ("--source", "made for a test", "--licence", "public domain")


def output_of(*words: Any) -> tuple[int, str]:
    """Exit code and output of a command."""
    out, code = io.StringIO(), 0
    try:
        call_command(*map(str, words), stdout=out, stderr=out)
    except SystemExit as end:
        code = int(str(end.code))
    return code, out.getvalue()


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text("bahay\naso\nCebu\nnga\n", encoding="utf-8")
    return path


def test_a_list_is_imported_in_one_line(words: Path) -> None:
    more = ("--create", "--ruleset", "salitaan-competition", *FACTS)
    code, text = output_of("import_lexicon", words, "--lexicon", "salita", "--edition", "2026", *more)
    assert code == 0
    assert "entries: 4 = words: 3 + left out: 1 + duplicates, kept once: 0" in text
    assert "left out: proper nouns (a capital): 1 (Cebu)" in text
    edition = Edition.objects.get()
    assert (edition.words, edition.licence, edition.lexicon.slug) == (3, "public domain", "salita")


def test_a_list_is_in_the_language_of_its_tiles_and_only_filipino_is_looked_at_for_linkers(
    tmp_path: Path,
) -> None:
    path = tmp_path / "list.txt"
    path.write_text("act\nacting\nacti\nplay\nPlay\nre-play\nreplay\n", encoding="utf-8")
    told = ("import_lexicon", path, "--edition", "a", "--create", *FACTS, "--lexicon")
    for name, more, language, linkers in (
        ("a", ("--ruleset", "set-words"), "en", 0), ("b", ("--ruleset", "salitaan-competition"), "fil", 1),
        ("c", ("--ruleset", "bisonte", "--hyphen", "keep"), "es", 0), ("d", ("--language", "en"), "en", 0),
        ("e", ("--ruleset", "set-words", "--linker", "flag"), "en", 1),
    ):  # fmt: skip
        code, text = output_of(*told, name, *more)
        assert (code, Lexicon.objects.get(slug=name).language) == (0, language), text
        assert ("kept: linker forms whose base is listed: 1 (acting)" in text) == bool(linkers), text
        once = "kept once: made alike by hyphens taken off: 1 (re-play / replay)"
        assert (once in text) == (name == "c"), text
        sums = [int(part) for part in re.findall(r"\d+", text.splitlines()[0])]
        assert sums[0] == sum(sums[1:]) == 7
    code, text = output_of(*told, "f")
    assert (code, "in which language the list is" in text) == (2, True)


def test_the_commands_of_the_guide_work_as_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    word_list(m.DAY)
    page = (GUIDE / "lexicon.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\./td manage (.+)$", page.partition("As they stand")[2], re.MULTILINE)
    told = [(line, *output_of(*shlex.split(line, comments=True))) for line in shown]
    assert [(line, text) for line, code, text in told if code] == []
    assert len(told) >= 6
    assert "ACCEPTABLE" in told[-1][2]


def test_an_import_that_was_killed_or_stopped_leaves_nothing_and_begins_anew(
    words: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = ("--ruleset", "salitaan-competition", *FACTS)
    told = ("import_lexicon", words, "--lexicon", "salita", "--edition", "2026", "--create", *more)
    with monkeypatch.context() as patch:
        patch.setattr(import_lexicon, "read_import", Mock(side_effect=KeyboardInterrupt))
        assert output_of(*told) == (2, "Stopped; no edition was touched.\n")
        assert ListImport.objects.get().status == "discarded"
        patch.setattr(import_lexicon, "discard_import", Mock())
        output_of(*told)
    row = ListImport.objects.get(status="waiting")
    page = browser(f.user(operator=True)).get(at("import_page", "salita", row.pk))
    assert "Stopped near the start; no edition was touched" in text_of(page)
    assert not Edition.objects.exists()
    assert output_of(*told)[0] == 0
    assert sorted(ListImport.objects.values_list("status", flat=True)) == [
        "applied",
        "discarded",
        "discarded",
    ]
    assert [path.suffix for path in storage.work().iterdir()] == [".list"]


def test_a_dry_run_publishes_nothing_and_tells_everything_as_json(words: Path) -> None:
    m.lexicon()
    code, text = output_of(
        "import_lexicon", words, "--lexicon", "salita", "--edition", "2026", "--dry-run", "--json"
    )
    told = json.loads(text)
    assert (code, told["words"], told["applied"], told["left_out"]) == (0, 3, False, {"proper": 1})
    assert not Edition.objects.exists()
    assert not ListImport.objects.exists()


def test_a_dry_run_stores_nothing_at_all(words: Path) -> None:
    entries, lies = AuditEntry.objects.count(), {*storage.work().iterdir()}
    told = (
        "import_lexicon",
        words,
        "--lexicon",
        "bago",
        "--edition",
        "2026",
        "--create",
        "--dry-run",
        "--json",
    )
    code, text = output_of(*told, "--ruleset", "salitaan-competition")
    assert (code, json.loads(text)["words"], json.loads(text)["growth"]["added"]) == (0, 3, 3)
    assert not Lexicon.objects.exists()
    assert not ListImport.objects.exists()
    assert AuditEntry.objects.count() == entries
    assert {*storage.work().iterdir()} == lies


def test_a_dry_run_refuses_what_the_import_would_refuse(words: Path) -> None:
    of = ("--edition", "2026", "--create", "--language", "fil", "--dry-run", "--lexicon")
    told = ("import_lexicon", words, *of)
    for more, sentence in (
        (("two words",), "A short name has letters"),
        (("bago", "--kind", "block"), "says what its words are"),
        (("bago", "--encoding", "klingon"), "is no encoding read here"),
        (("bago", "--as", f.user("somebody").username), "role"),
    ):
        code, text = output_of(*told, *more)
        assert (code, sentence in text) == (2, True), text


def test_a_dictionary_finds_the_affix_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "tl.dic").write_text("2\nbahay/S\nluto\n")
    m.lexicon()
    told = ("import_lexicon", tmp_path / "tl.dic", "--lexicon", "salita", "--edition", "a", *FACTS)
    code, text = output_of(*told)
    assert (code, text.count("\n"), "no tl.aff lies beside it" in text) == (2, 1, True)
    row = m.sent(Lexicon.objects.get(), "2\nbahay/S\nluto\n")
    page = text_of(browser(f.user(operator=True)).get(at("import_page", "salita", row.pk)))
    assert "came without its .aff file: 1 word has flags" in page
    (tmp_path / "tl.aff").write_text("SET UTF-8\nSFX S Y 1\nSFX S 0 an .\n")
    code, text = output_of(
        "import_lexicon", tmp_path / "tl.dic", "--lexicon", "salita", "--edition", "a", "--json", *FACTS
    )
    assert (code, json.loads(text)["words"], json.loads(text)["kind"]) == (0, 3, "hunspell")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"--lexicon": "unknown"}, "There is no lexicon unknown"),
        ({"--edition": "two words"}, "An edition's name has"),
        ({"--licence": ""}, "under which licence"),
        ({"file": "no-such-file"}, "cannot be read"),
        ({"--as": "nobody"}, "There is no user nobody"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_two(words: Path, change: dict[str, str], sentence: str) -> None:
    m.lexicon()
    told = {"--lexicon": "salita", "--edition": "2026", "--source": "x", "--licence": "y", **change}
    file = told.pop("file", words)
    code, text = output_of("import_lexicon", file, *(part for pair in told.items() for part in pair))
    assert (code, text.count("\n")) == (2, 1)
    assert sentence in text
    assert not Edition.objects.exists()


def test_who_may_not_import_is_told_so(words: Path) -> None:
    m.lexicon()
    user = f.user("somebody")
    code, text = output_of(
        "import_lexicon", words, "--lexicon", "salita", "--edition", "1", "--as", user.username, *FACTS
    )
    assert code == 2
    assert "role" in text


@pytest.fixture
def lists() -> Lexicon:
    here = m.lexicon()
    m.edition(here, "bahay\naso\nmali\n")
    m.edition(m.lexicon("affixes", kind="block", blocks="affixes"), "ma\num\nmag\nmali\n")
    m.edition(m.lexicon("cebuano", kind="dialect"), "balay\niro\n")
    return here


@pytest.mark.parametrize(
    ("play", "code", "says"),
    [
        (["bahay"], 0, "Salita 2026"),
        (["Bahay", "ASO"], 0, "Salita 2026"),
        (["balay"], 0, "dialect list Cebuano 2026"),
        (["mali"], 1, "block list Affixes 2026"),
        (["ma"], 0, "two-tile list"),
        (["bahay", "pusa"], 1, "in no list"),
    ],
)
def test_a_play_is_judged_by_the_editions_named(
    lists: Lexicon, play: list[str], code: int, says: str
) -> None:
    named = [part for name in ("salita/2026", "affixes", "cebuano") for part in ("--edition", name)]
    ended, text = output_of("adjudicate", *named, *play)
    assert (ended, text.startswith("ACCEPTABLE" if code == 0 else "UNACCEPTABLE")) == (code, True)
    assert says in text
    ended, text = output_of("adjudicate", *named, *play, "--json")
    told = json.loads(text)
    assert (ended, told["acceptable"]) == (code, code == 0)
    assert told["layers"]["main"][0][0] == "Salita 2026"


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("nothing", 2, "There is no lexicon nothing; known are "),
        ("salita/1999", 2, "salita has no published edition 1999; it has 2026."),
        ("salita/", 0, "ACCEPTABLE"),
        ("bago", 2, "bago has no published edition yet."),
        ("darating", 2, "No edition of darating is in force today; published are 2090."),
    ],
)
def test_an_edition_there_is_not_is_a_refusal_not_a_verdict(
    lists: Lexicon, name: str, code: int, says: str
) -> None:
    m.lexicon("bago")
    m.edition(m.lexicon("darating"), "bahay\n", "2090", effective_from=date(2090, 1, 1))
    ended, text = output_of("adjudicate", "--edition", name, "bahay")
    assert (ended, says in text) == (code, True), text


def test_two_dictionaries_cannot_judge_one_play(lists: Lexicon) -> None:
    m.edition(m.lexicon("second"), "aso\n")
    code, _text = output_of("adjudicate", "--edition", "salita", "--edition", "second", "bahay")
    assert code == 2


def test_judging_works_with_the_file_alone_and_says_when_it_is_gone(lists: Lexicon, data: Path) -> None:
    for path in (data / "lexicons").iterdir():
        path.unlink()
    code, text = output_of("adjudicate", "--edition", "salita", "bahay")
    assert code == 2
    assert "Restore it from a backup" in text


def test_the_difference_of_two_editions_is_listed(lists: Lexicon) -> None:
    m.edition(lists, "bahay\npusa\n", "2027")
    code, text = output_of("diff_editions", "salita/2026", "salita/2027")
    assert (code, text.splitlines()) == (
        0,
        ["+ pusa", "- aso", "- mali", "Salita 2026 -> Salita 2027: added 1, removed 2, changed 0"],
    )


@pytest.mark.parametrize("format", ["txt", "csv", "xlsx", "json"])
def test_an_export_carries_its_attribution_and_can_be_imported_again(
    lists: Lexicon, tmp_path: Path, format: str
) -> None:
    edition = m.edition(
        lists, 'salita,kahulugan\nbahay,"house, home"\nniño,=child\n', "2027", attribution="By the committee"
    )
    out = tmp_path / f"out.{format}"
    code, _text = output_of("export_edition", "salita/2027", "--format", format, "--out", out)
    assert code == 0
    data = out.read_bytes()
    if format != "xlsx":
        for fact in ("public domain", "By the committee", edition.sha256, "niño"):
            assert fact in data.decode()
    if format == "json":
        assert [word["key"] for word in json.loads(data)["words"]] == ["BAHAY", "NIÑO"]
        return
    again = m.sent(lists, Files(data).data)
    assert (again.report["words"], again.report["left_out"]) == (2, {})
    assert again.sha256 == edition.sha256 or format == "txt"  # plain text has no room for definitions


def test_an_export_that_cannot_be_written_is_one_sentence(lists: Lexicon, tmp_path: Path) -> None:
    code, text = output_of("export_edition", "salita", "--format", "txt", "--out", tmp_path)
    assert (code, "cannot be written" in text) == (2, True)


def test_words_that_are_not_for_everybody_go_to_those_who_keep_them(lists: Lexicon, tmp_path: Path) -> None:
    stranger, voter = f.user(), m.member(lists)
    for who, wanted in ((stranger, 2), (voter, 0)):
        code, _text = output_of(
            "export_edition", "salita", "--format", "txt", "--out", tmp_path / "o", "--as", who.username
        )
        assert code == wanted


@pytest.mark.parametrize(
    "named", [(), ("--edition", "salita/2026", "--event", "open")], ids=["nothing", "both"]
)
def test_words_are_asked_of_editions_or_of_an_event_and_never_of_both(named: tuple[str, ...]) -> None:
    m.edition(m.lexicon(), "bahay\n")
    code, text = output_of("adjudicate", *named, "bahay")
    assert code == 2
    assert "Name either --edition or --event." in text


def test_the_book_s_two_tile_words_stand_by_the_dictionary_s_own_ruleset(lists: Lexicon) -> None:
    """NGA and BB stand in the printed list (SAL:263-301), which outranks every dictionary."""
    for word in ("NGA", "BB"):
        assert output_of("adjudicate", "--edition", "salita", word)[0] == 0


def test_without_a_ruleset_a_word_the_book_prints_is_asked_about_and_never_refused() -> None:
    m.edition(m.lexicon("letters", ruleset=""), "bahay\naso\n")
    for word in ("NGA", "BB"):
        code, text = output_of("adjudicate", "--edition", "letters", word)
        assert (code, "UNACCEPTABLE" in text) == (2, False)
        assert f"{word}: the book prints these words" in text
        assert "salitaan-competition" in text
        assert (
            output_of("adjudicate", "--edition", "letters", "--ruleset", "salitaan-competition", word)[0] == 0
        )
        assert output_of("adjudicate", "--edition", "letters", "--ruleset", "none", word)[0] == 1
    assert output_of("adjudicate", "--edition", "letters", "bahay")[0] == 0
    assert output_of("adjudicate", "--edition", "letters", "wala")[0] == 1


def test_lists_beside_a_dictionary_name_no_book_either() -> None:
    m.edition(m.lexicon("cebuano", kind="dialect", ruleset=""), "iro\n")
    assert output_of("adjudicate", "--edition", "cebuano", "iro")[0] == 0
    assert output_of("adjudicate", "--edition", "cebuano", "iro", "NGA")[0] == 2
