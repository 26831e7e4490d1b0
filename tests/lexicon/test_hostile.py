"""Hostile lists: refused with one sentence and a 4xx, or read with the words left out counted; memory bounded."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given
from hypothesis import strategies as st

from core.problems import Unfit
from lexicon_admin.lists.list_entries import opened
from lexicon_admin.models import Edition, ListImport
from lexicon_admin.refusals import refusing
from lexicon_admin.words.building import build
from lexicon_admin.words.files.packing import MIB, Files
from lexicon_admin.words.normalise import Policy
from lexicon_admin.words.sifting import Tally
from lexicon_admin.words.store import Store
from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal
from tests.lexicon import hostile_files as hostile
from tests.lexicon import making as m
from tests.lexicon.lists import SALITAAN
from tests.lexicon.pages import at, browser, text
from tests.sweeps import SOAK

ROOT = Path(__file__).resolve().parents[2]


def imported(files: Files, folder: Path) -> Tally:
    """Everything an import does with the bytes."""
    tally = Tally()
    with refusing():
        build(opened(files).entries, Policy(), SALITAAN, folder / "x.sqlite3", tally)
    return tally


def test_there_are_at_least_forty_of_them() -> None:
    assert len(hostile.REFUSED) >= 40
    assert len(hostile.REFUSED) + len(hostile.READ) >= 60


@pytest.mark.parametrize("name", hostile.REFUSED)
def test_a_hostile_list_is_refused_with_one_sentence(name: str, tmp_path: Path) -> None:
    code, make, affixes = hostile.REFUSED[name]
    with pytest.raises(Refusal) as refused:
        imported(Files(make(), affixes, name), tmp_path)
    assert code in ("*", refused.value.code)
    assert len(refused.value.sentences) == 1
    assert refused.value.sentences[0].endswith(".")
    assert refused.value.status in {413, 422}
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("x.")] == []


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (gzip.compress(bytes(2 * MIB)), "grows to more than 200 times its size"),
        (hostile.zipped(**{"a.txt": bytes(2 * MIB)}), "grows to more than 200 times its size"),
        (hostile.many_members(), "holds more than 50 files"),
    ],
)
def test_what_is_wrong_with_a_packed_file_is_said_in_words(
    data: bytes, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(Refusal) as refused:
        imported(Files(data), tmp_path)
    assert sentence in refused.value.sentences[0]
    assert not {":", ">"} & {*refused.value.sentences[0]}


@pytest.mark.parametrize("name", hostile.READ)
def test_an_odd_list_is_read_as_far_as_it_holds_words(name: str, tmp_path: Path) -> None:
    make, keys = hostile.READ[name]
    tally = imported(Files(make()), tmp_path)
    assert [found.key for found in Store(tmp_path / "x.sqlite3")] == keys
    assert (
        tally.entries
        == tally.words + tally.left_out.total() + tally.noticed["duplicate"] + tally.noticed["collision"]
    )


# One of each refusal: what is told of a list that was refused is the same; all of them in the soak.
OF_EACH_KIND = list({code: name for name, (code, *_rest) in reversed(hostile.REFUSED.items())}.values())


@pytest.mark.django_db
@pytest.mark.parametrize("name", hostile.REFUSED if SOAK else OF_EACH_KIND)
def test_no_hostile_list_breaks_a_page_or_touches_an_edition(name: str) -> None:
    _code, make, affixes = hostile.REFUSED[name]
    here = m.lexicon()
    client = browser(m.member(here, role="secretary"))
    body = {"file": SimpleUploadedFile("x", make())} | (
        {"affixes": SimpleUploadedFile("x.aff", affixes)} if affixes else {}
    )
    answer = client.post(at("import", here.slug), body, follow=True)
    assert answer.status_code in {200, 413, 422}
    for row in ListImport.objects.all():
        jobs.run(row.job)
        assert Job.objects.get(pk=row.job).status == "failed"
        page = client.get(at("import_page", here.slug, row.pk))
        assert (page.status_code, "was not read" in text(page)) == (200, True)
    assert not Edition.objects.exists()


@given(st.binary(max_size=300), st.binary(max_size=120))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, affixes: bytes
) -> None:
    outcome = ""
    try:
        outcome = f"{imported(Files(data, affixes), tmp_path_factory.mktemp('any')).words} words"
    except Refusal as refusal:
        outcome = refusal.sentences[0]
    assert outcome


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, words: str) -> None:
    try:
        outcome = f"{imported(Files(words.encode('utf-8', 'surrogatepass')), tmp_path_factory.mktemp('any')).words} words"
    except (Refusal, Unfit) as refusal:
        outcome = str(refusal)
    assert outcome


MEASURE = """
import pathlib, sys
import django; django.setup()
from lexicon_admin.lists.list_entries import opened
from lexicon_admin.words.building import build
from lexicon_admin.words.normalise import Policy
from core.problems import Unfit
from lexicon_admin.words.files.packing import MIB, Files
from lexicon_admin.words.sifting import Tally
from lexicon_admin.rulesets import table_of
from tdapp.kernel.refusals import Refusal

table, folder = table_of("salitaan-competition"), pathlib.Path(sys.argv[1])

def peak(data, affixes=b""):
    try:
        build(opened(Files(data, affixes)).entries, Policy(), table, folder / "x.sqlite3", Tally())
    except (Unfit, Refusal): pass
    # Linux' own count: that of getrusage starts with what the process had that started this one.
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

before = peak(b"bahay")
files = sorted(folder.glob("*.list"))
print(max(peak(path.read_bytes(), path.with_suffix(".aff").read_bytes()) for path in files) - before)
"""


def test_no_file_of_the_corpus_takes_more_memory_than_a_list_may(tmp_path: Path) -> None:
    for number, (_code, make, affixes) in enumerate(hostile.REFUSED.values()):
        (tmp_path / f"{number}.list").write_bytes(make())
        (tmp_path / f"{number}.aff").write_bytes(affixes)
    out = subprocess.run(
        [sys.executable, "-c", MEASURE, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=300, check=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
    )  # fmt: skip
    assert 0 < int(out.stdout.split()[-1]) <= 300 * 1024
