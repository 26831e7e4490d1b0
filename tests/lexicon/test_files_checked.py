"""check_installation looks at every edition's file, not only at events."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command

from lexicon_admin.commands import editions as edition_commands
from lexicon_admin.lists import editions, storage
from lexicon_admin.models import Edition
from tests.lexicon import making as m
from tests.lexicon.test_command_line import output_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def edition() -> Edition:
    here = m.lexicon()
    found = m.edition(here, "bahay\nniyugan\n")
    m.edition(here, "bahay\nniyog\n", "2027")
    m.drafted(here, "2028")
    return found


def test_whole_files_are_no_fault(edition: Edition) -> None:
    assert output_of("check_installation")[0] == 0


@pytest.mark.parametrize("reverted", [False, True])
@pytest.mark.parametrize("harm", ["garbage", "missing", "empty"])
def test_a_harmed_file_is_a_fault_with_one_sentence(edition: Edition, harm: str, reverted: bool) -> None:
    """Also of an edition taken back: events that pinned it keep it. Also after this process had read it."""
    editions.store_of(edition)
    if reverted:
        edition_commands.revert_edition(m.program(edition.lexicon), edition, reason="wrong")
    path = storage.store_path(edition.file_sha256)
    whole = path.read_bytes()
    try:
        path.unlink() if harm == "missing" else path.write_bytes(b"garbage" if harm == "garbage" else b"")
        code, text = output_of("check_installation", "--json")
        call_command("check_installation", "--no-words", "--json")
    finally:
        path.write_bytes(whole)
    [fault] = json.loads(text)["faults"]
    assert code == 1
    assert fault["invariant"] == "words"
    assert fault["sentence"].startswith("Salita 2026: The file of this edition")
    assert "Restore it from a backup" in fault["sentence"]


def test_a_row_that_says_other_words_than_its_file_is_a_fault(edition: Edition) -> None:
    Edition.objects.filter(pk=edition.pk).update(words=3)
    code, text = output_of("check_installation")
    assert (code, "Salita 2026: its file holds other words than were published." in text) == (1, True)
