"""Hostile files: every one is refused with a sentence, from little memory, before it can do harm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.files.uploadhandler import StopUpload
from django.http import HttpRequest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.kernel import tabular
from tdapp.kernel.tabular.uploads import Bounded
from tests.kernel import tabular_files as files
from tests.sweeps import SOAK

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", files.HOSTILE)
def test_a_hostile_file_is_refused_with_one_sentence(name: str):
    code, make = files.HOSTILE[name]
    with pytest.raises(tabular.Unreadable) as caught:
        list(tabular.read(make()).rows)
    assert caught.value.code == code
    assert len(caught.value.sentences) == 1
    assert caught.value.status in {413, 422}


def test_more_shared_texts_than_a_table_can_have_are_not_kept():
    data = files.book(
        files.sheet(files.row(1, files.inline("A1", "x"))), xl__sharedStrings_xml=files.shared("a", "b", "c")
    )
    assert list(tabular.read(data, limits=replace(tabular.LIMITS, strings=3)).rows)
    with pytest.raises(tabular.TooLarge) as caught:
        list(tabular.read(data, limits=replace(tabular.LIMITS, strings=2)).rows)
    assert caught.value.code == "workbook-too-large"


def test_a_body_that_turns_out_larger_than_it_said_is_cut_off():
    handler = Bounded(HttpRequest())
    handler.received = handler.most - 1
    assert handler.receive_data_chunk(b"x", 0) == b"x"
    with pytest.raises(StopUpload):
        handler.receive_data_chunk(b"x", 1)


def test_there_are_at_least_forty_of_them():
    assert len(files.HOSTILE) >= 40


MEASURE = """
import gc, json, pathlib, sys
import django; django.setup()
from tdapp.kernel import tabular

# Linux' own count, begun anew for each file: that of getrusage starts with what the process had that started this one.
PROCESS = pathlib.Path("/proc/self")

def held(what):
    lines = (PROCESS / "status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) // 1024

def rows(path):
    try:
        return sum(1 for _row in tabular.read(path.read_bytes()).rows)
    except tabular.Unreadable:
        return None

def measured(path):
    gc.collect()
    (PROCESS / "clear_refs").write_text("5")
    before = held("VmRSS")
    return rows(path), held("VmHWM") - before

files = [sorted(pathlib.Path(folder).iterdir()) for folder in sys.argv[1:]]
rows(files[-1][0])
print(json.dumps([[measured(path) for path in some] for some in files]))
"""
# In every run a quarter of the largest files, which may take a quarter of the memory; the whole of them in the soak.
SHARE = 1 if SOAK else 4


def test_the_largest_lawful_files_are_read_and_no_file_of_the_corpus_takes_100_mib(tmp_path: Path):
    largest, corpus = tmp_path / "largest", tmp_path / "corpus"
    for folder, made in (
        (largest, [make(SHARE) for make in files.LARGEST]),
        (corpus, [make() for _code, make in files.HOSTILE.values()]),
    ):
        folder.mkdir()
        for number, data in enumerate(made):
            (folder / f"{number:03}").write_bytes(data)
    out = subprocess.run(
        [sys.executable, "-c", MEASURE, str(largest), str(corpus)], cwd=ROOT, capture_output=True, text=True,
        timeout=300, check=True, env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
    )  # fmt: skip
    of_largest, of_corpus = json.loads(out.stdout)
    assert {rows for rows, _mib in of_largest} <= {0, 1, 20_000 // SHARE}
    assert 5 < max(mib for _rows, mib in of_largest) <= 100 // SHARE
    assert max(mib for _rows, mib in of_corpus) <= 100


def test_a_dirty_name_is_made_plain():
    cases = {
        "Pen\u0303a": ("Peña", {"composed"}),
        "A\u00adbad": ("Abad", {"invisible"}),
        "Ana\u202eaziL": ("AnaaziL", {"bidi"}),
        "\ufeffCruz\u200b": ("Cruz", {"invisible"}),
        "  dela   Cruz\u00a0": ("dela Cruz", {"spaces"}),
        "Cruz\x07": ("Cruz", {"control"}),
        "Ma.\r\nAna": ("Ma. Ana", {"spaces"}),
        "Ñigo": ("Ñigo", set()),
        "O'Hara-Reyes": ("O'Hara-Reyes", set()),
    }
    for raw, (text, changes) in cases.items():
        tidied = tabular.tidy(raw)
        assert (tidied.text, tidied.changes) == (text, changes), ascii(raw)


@settings(max_examples=10_000 if SOAK else 100)
@given(st.text(max_size=40))
def test_tidied_text_holds_nothing_unseen_and_stays_as_it_is(raw: str):
    text = tabular.tidy(raw).text
    assert tabular.tidy(text).text == text
    assert unicodedata.is_normalized("NFC", text)
    assert not [char for char in text if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]


def test_signs_of_spoofing_are_told():
    assert tabular.scripts("Ana Peña") == {"LATIN"}
    assert tabular.scripts("А\u0430na") == {"CYRILLIC", "LATIN"}
    assert tabular.stacked_marks("a\u0300\u0301\u0302\u0303\u0304")
    assert not tabular.stacked_marks("Nguyễn")
    assert tabular.mended("PeÃ±a") == "Peña"
    assert tabular.mended("Peña") == ""


def read_or_refused(data: bytes) -> bool:
    """Whether reading ended in rows or in a refusal with a sentence; any other exception fails the test."""
    try:
        return list(tabular.read(data).rows) is not None
    except tabular.Unreadable as refusal:
        return len(refusal.sentences) == 1


@settings(max_examples=400, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data: bytes):
    assert read_or_refused(data)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=4))
def test_a_workbook_with_any_bytes_changed_is_read_or_refused(place: int, changed: bytes):
    data = bytearray(files.book(files.sheet(files.row(1, files.inline("A1", "Cruz")))))
    start = place % len(data)
    data[start : start + len(changed)] = changed
    assert read_or_refused(bytes(data))


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["xl/workbook.xml", "xl/styles.xml", "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"]),
    st.data(),
)
def test_a_workbook_with_one_part_mangled_is_read_or_refused(part: str, data: st.DataObject):
    content = files.parts(
        files.sheet(files.row(1, '<c r="A1" t="s" s="1"><v>0</v></c>', files.inline("B1", "Cruz")))
    )
    content |= {"xl/sharedStrings.xml": files.shared("Ana"), "xl/styles.xml": files.styles(0, 14)}
    text = str(content[part])
    start = data.draw(st.integers(0, len(text)))
    mangled = text[:start] + data.draw(st.text(max_size=3)) + text[start + data.draw(st.integers(0, 5)) :]
    assert read_or_refused(files.packed(content | {part: mangled.encode("utf-8", "replace")}))
