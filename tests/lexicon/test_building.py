"""The store: sifted, counted, hashed, renamed into place, never changed."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problems import Unfit
from lexicon_admin.lists import list_entries
from lexicon_admin.words import building, runs
from lexicon_admin.words.building import MOST_WORDS, build, hash_of, write
from lexicon_admin.words.files.packing import Files
from lexicon_admin.words.files.reading import Entry
from lexicon_admin.words.normalise import Policy
from lexicon_admin.words.runs import Runs
from lexicon_admin.words.sifting import Row, Tally
from lexicon_admin.words.store import Store, difference, open_verified
from tests.lexicon.lists import SALITAAN, built, entries, opened

READ = Policy(hyphen="strip")
LIST = [
    "bahay", ("aso", "dog"), "Cebu", "unti-unti", "ano't", "b4go", "aso", "abugado", "abugadong", "bayan", "bayang", "cebu",
    "wwwww", "matá", "mata", "sa bahay",
]  # fmt: skip


def test_everything_left_out_or_noticed_is_counted_by_its_reason(tmp_path: Path) -> None:
    made, tally = built(tmp_path, LIST)
    told = tally.as_data()
    assert told["left_out"] == {"proper": 1, "hyphen": 1, "apostrophe": 1, "digits": 1, "phrase": 1}
    assert told["noticed"] == {"duplicate": 2, "no_tile": 1, "unplayable": 1, "linker": 2}
    assert made.words == told["words"] == 9
    assert told["entries"] == len(LIST)
    assert told["examples"]["linker"] == ["abugadong", "bayang"]


def test_collisions_made_by_stripping_hyphens_are_told(tmp_path: Path) -> None:
    _made, tally = built(tmp_path, ["mag-aral", "magaral", "unti-unti"], hyphen="strip")
    assert tally.noticed["collision"] == 0  # stripped in print too: nothing but a duplicate is left
    assert tally.noticed["duplicate"] == 1
    _made, tally = built(tmp_path, ["mag-aral", "magaral", "unti-unti"], hyphen="keep")
    assert tally.noticed["collision"] == 1


def test_policies_exclude_what_they_say(tmp_path: Path) -> None:
    _made, tally = built(tmp_path, LIST, linker="exclude", no_tile="exclude", unplayable="exclude")
    assert {name: tally.left_out[name] for name in ("linker", "no_tile", "unplayable")} == {
        "linker": 2, "no_tile": 1, "unplayable": 1,
    }  # fmt: skip


def test_a_word_keeps_its_print_and_the_first_definition(tmp_path: Path) -> None:
    store = opened(tmp_path, ["matá", ("mata", "eye"), ("mata", "see"), "bahay"])
    found = store.get("MATA")
    assert found is not None
    assert (found.printed, found.definition) == ("matá", "eye")
    assert "BAHAY" in store
    assert "bahay" not in store


def test_the_same_words_have_the_same_digest_whatever_their_order(tmp_path: Path) -> None:
    one, _ = built(tmp_path, ["aso", "bahay"], name="one")
    other, _ = built(tmp_path, ["bahay", "aso", "aso"], name="other")
    third, _ = built(tmp_path, ["bahay", "asoy"], name="third")
    assert one.sha256 == other.sha256 != third.sha256


def test_a_list_without_a_word_is_refused_and_capitals_are_named(tmp_path: Path) -> None:
    for words, sentence in ((["CEBU", "BAHAY"], "capitals"), (["b4", "x y"], "No word")):
        with pytest.raises(Unfit, match=sentence) as refused:
            built(tmp_path, words)
        assert refused.value.code == "no-words"
    assert list(tmp_path.iterdir()) == []


def test_more_words_than_an_edition_may_hold_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_WORDS == 1_000_000
    monkeypatch.setattr(building, "MOST_WORDS", 2)
    built(tmp_path, ["aso", "pusa"])
    with pytest.raises(Unfit) as refused:
        built(tmp_path, ["aso", "pusa", "ibon"], name="more")
    assert refused.value.code == "too-many-words"
    assert [path.name for path in tmp_path.iterdir()] == ["x.sqlite3"]


def test_work_that_is_stopped_leaves_nothing_behind(tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(_done: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        build(entries(["aso"]), Policy(), SALITAAN, tmp_path / "x.sqlite3", Tally(), stop)
    assert list(tmp_path.iterdir()) == []


def test_a_killed_build_leaves_the_old_file_and_no_half_one(tmp_path: Path) -> None:
    """kill -9 in the middle of the reading: the child never returns."""
    kept, _ = built(tmp_path, ["aso"])
    child = os.fork()
    if child == 0:
        _build_until_killed(tmp_path)
    os.waitpid(child, 0)
    assert hash_of(kept.path) == kept.file_sha256
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".run", ".sqlite3"]
    again, _ = built(tmp_path, ["aso", "pusa"])
    assert sorted(path.name for path in tmp_path.iterdir()) == [again.path.name]


def _build_until_killed(folder: Path) -> None:
    def killed() -> Iterator[Entry]:
        yield from entries(f"{'ab'[n % 2]}a" * 3 for n in range(30_000))
        os.kill(os.getpid(), 9)

    build(killed(), Policy(), SALITAAN, folder / "x.sqlite3", Tally())


class Cut(Exception):
    """Somebody stops a reading."""


def reading(
    folder: Path, files: Files, name: str, cut_at: int = 0, policy: Policy = READ
) -> tuple[str, str, str]:
    """Read a list up to where it is cut, or to its end; then digest, hash and account, which a cut must not change."""
    steps = iter(range(1, 10_000))

    def step(_done: int) -> None:
        if next(steps) == cut_at:
            raise Cut

    kept = Runs(folder / "x.sqlite3", name)
    source = list_entries.opened(files, "", kept.place)
    made = build(source.entries, policy, SALITAAN, folder / "x.sqlite3", kept.tally, step, kept)
    runs.forget(folder / "x.sqlite3")
    return made.sha256, made.file_sha256, json.dumps(kept.tally.as_data())


def test_a_reading_cut_at_any_part_goes_on_from_it_and_ends_in_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain lists, tables with definitions, dictionaries whose words have many forms; cut while read and while stored."""
    for name in ("ENTRIES", "BATCH"):
        monkeypatch.setattr(building, name, 40)
    some = [
        f"{a}{b}{c}" for a in ("ba", "ka", "nga", "Ce") for b in "aeiou" for c in ("", "n", "ng", "-na", "4")
    ] * 3
    text = "\n".join(["# a remark", *some, ""]).encode()
    rows = "\n".join(f"{word};meaning {n}" for n, word in enumerate(some)).encode()
    rules = b"SET UTF-8\nSFX S Y 3\nSFX S 0 an .\nSFX S 0 -an .\nSFX S 0 ng .\n"
    words = "\n".join([str(len(some)), *(f"{word}/S" for word in some)]).encode()
    for files in (Files(text), Files(rows), Files(words, rules)):
        whole = reading(tmp_path, files, "one")
        assert [path.name for path in tmp_path.iterdir()] == ["x.sqlite3"]
        parts = set()
        for cut_at in range(1, 99):
            try:
                assert reading(tmp_path, files, "one", cut_at) == whole
                break  # there is no such step
            except Cut:
                parts.add(runs.stands(tmp_path / "x.sqlite3", "one"))
            assert reading(tmp_path, files, "one") == whole
        assert len(parts) > len(some) // 40
        # Cut again and again it never falls back.
        lines = [0]
        while True:
            try:
                assert reading(tmp_path, files, "one", 3) == whole
                break
            except Cut:
                place = runs.stands(tmp_path / "x.sqlite3", "one")
            lines.append(place.line if place else 0)
            if lines[-1] == lines[-2]:
                break  # all is read: what is cut now is the storing
        assert len(lines) > 3
        assert lines == sorted(lines)
        assert reading(tmp_path, files, "one") == whole


def test_a_part_that_is_not_whole_or_of_another_reading_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "ENTRIES", 40)
    monkeypatch.setattr(building, "BATCH", 40)
    files = Files("\n".join(f"{a}{b}{c}" for a in "bkdg" for b in "aeiou" for c in "nlpstkmb").encode())
    target = tmp_path / "x.sqlite3"
    whole, loose = reading(tmp_path, files, "one"), Policy(linker="off", capitals="ignore")

    def left() -> list[str]:
        with pytest.raises(Cut):
            reading(tmp_path, files, "one", 4)
        return sorted(path.name for path in tmp_path.glob("*.run"))

    assert len(left()) == 3
    last = target.with_name("x.sqlite3.0003.run")
    last.write_bytes(last.read_bytes().replace(b"\td", b"\tx"))
    assert Runs(target, "one").place.entries == 80
    assert not last.exists()
    assert reading(tmp_path, files, "one") == whole
    left()
    assert runs.stands(target, "two") is None
    assert reading(tmp_path, files, "two", policy=loose)[0] == whole[0]
    assert [path.name for path in tmp_path.iterdir()] == ["x.sqlite3"]


def test_an_edition_cannot_be_written(tmp_path: Path) -> None:
    store = opened(tmp_path, ["aso"])
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        store._db.execute("DELETE FROM words")
    assert store.path.stat().st_mode & 0o222 == 0


def test_a_file_that_was_changed_or_lost_is_not_opened(tmp_path: Path) -> None:
    made, _ = built(tmp_path, ["aso"])
    made.path.chmod(0o644)
    data = bytearray(made.path.read_bytes())
    data[-1] ^= 1
    made.path.write_bytes(data)
    with pytest.raises(Unfit) as refused:
        open_verified(made.path, made.file_sha256)
    assert refused.value.code == "store-changed"
    made.path.unlink()
    with pytest.raises(Unfit) as refused:
        open_verified(made.path, made.file_sha256)
    assert refused.value.code == "store-gone"


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database")
    with pytest.raises(Unfit) as refused:
        Store(tmp_path / "text")
    assert refused.value.code == "store-changed"
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE facts (name, value)")
    other.close()
    with pytest.raises(Unfit) as refused:
        Store(tmp_path / "other")
    assert refused.value.code == "store-foreign"


def test_threads_look_up_side_by_side(tmp_path: Path) -> None:
    store = opened(tmp_path, ["aso", "bahay"])
    found: list[bool] = []

    def look() -> None:
        found.extend("BAHAY" in store for _ in range(50))

    threads = [threading.Thread(target=look) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert found == [True] * 300


WORDS = st.dictionaries(
    st.text(alphabet="ABNGÑ", min_size=1, max_size=6), st.text(alphabet="xy", max_size=2), max_size=12
)


@given(WORDS, WORDS)
def test_a_difference_leads_from_one_edition_to_the_other(
    tmp_path_factory: pytest.TempPathFactory, one: dict[str, str], other: dict[str, str]
) -> None:
    folder = tmp_path_factory.mktemp("two")
    stores = [
        Store(
            write(
                (Row(k, k.lower(), m) for k, m in sorted(words.items())), SALITAAN, folder / f"{n}.sqlite3"
            ).path
        )
        for n, words in enumerate((one, other))
    ]
    found = difference(*stores)
    assert {word.key for word in found.added} == set(other) - set(one)
    assert {word.key for word in found.removed} == set(one) - set(other)
    assert {word.key for word, _ in found.changed} == {
        key for key in set(one) & set(other) if one[key] != other[key]
    }
    assert [row.key for row in stores[0].rows()] == sorted(one)
