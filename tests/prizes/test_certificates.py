"""Certificates: what is drawn, what a code tells a stranger, what logos are taken."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.desk.models import Certificate, Sponsor
from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.certificates import logos, making
from tdapp.publishing.look.pictures import MOST_BYTES
from tdapp.publishing.paper.making import place_of
from tests import factories as f
from tests.kept import first
from tests.prizes.hall import Hall, hall
from tests.scoresheets import pictures

pytestmark = pytest.mark.django_db
whole, ready = first(hall)


def made(here: Hall) -> Job:
    told = making.make(here.ctx, here.event, wish=making.Wish(address="http://hall/t/x/"))
    jobs.run(told["job"])
    return Job.objects.get(pk=told["job"])


def looked_up(here: Hall, code: str) -> tuple[int, str]:
    answer = Client().get(f"/t/{here.event.slug}/certificate/{code}")
    return answer.status_code, answer.content.decode()


def test_every_player_and_school_gets_a_page_and_saying_the_same_keeps_its_code() -> None:
    here = hall()
    with pytest.raises(Refusal, match="Finalise a division"):
        making.make(here.ctx, here.event, wish=making.Wish())
    here.final()
    logos.add_sponsor(here.ctx, here.event, name="Tindahan", data=pictures.png())
    job = made(here)
    codes = set(Certificate.objects.values_list("code", flat=True))
    assert (job.status, len(codes)) == ("done", 8 + 4)
    assert place_of(job).read_bytes().startswith(b"%PDF")
    made(here)
    assert set(Certificate.objects.values_list("code", flat=True)) == codes


def test_a_code_has_96_bits_and_tells_the_public_name_and_no_more() -> None:
    here = hall()
    here.division.entrants.update(age="minor")
    here.final()
    made(here)
    row = Certificate.objects.filter(entrant__isnull=False).select_related("entrant")[0]
    assert len(bytes.fromhex(row.code)) * 8 == 96
    status, page = looked_up(here, row.code)
    assert status == 200
    assert row.entrant is not None
    assert row.entrant.surname not in page
    assert row.entrant.given in page
    assert looked_up(here, "0" * 24)[0] == 404
    assert looked_up(here, "nothing")[0] == 404
    here.freeze(1)
    assert looked_up(here, row.code)[0] == 404


def corrected(here: Hall) -> None:
    """Round 4 table 1 the other way round, final again and released."""
    here.correct(4, here.division.table_first, 300, 379)
    here.final()
    here.release(4)


def test_one_that_says_something_else_after_a_correction_replaces_the_old_one_which_says_what_changed() -> (
    None
):
    here = hall()
    here.release(4)
    here.final()
    made(here)
    before = set(Certificate.objects.values_list("pk", flat=True))
    corrected(here)
    made(here)
    old = Certificate.objects.exclude(replaced_at=None)
    assert 0 < len(old) < len(before), "whoever's paper still says what is final keeps his code"
    loser = old.get(entrant=f.table(here.division, here.division.table_first, 4).seats.get(seat=1).entrant)
    page = looked_up(here, loser.code)[1]
    assert "A newer certificate has taken its place." in page
    assert "It was printed with 1 won, 3 lost, spread +1429; now it is 0 won, 4 lost" in page
    kept = Certificate.objects.filter(replaced_at=None, pk__in=before)[0]
    assert "Results were corrected" not in looked_up(here, kept.code)[1]


def test_a_code_says_that_it_no_longer_holds_before_new_ones_are_made_and_what_only_once_it_is_public() -> (
    None
):
    here = hall()
    here.release(4)
    here.final()
    made(here)
    seat = f.table(here.division, here.division.table_first, 4).seats.get(seat=1)
    row = Certificate.objects.get(entrant=seat.entrant)
    here.correct(4, here.division.table_first, 300, 379)
    here.final()
    page = looked_up(here, row.code)[1]
    assert "This certificate no longer holds." in page
    assert "It was printed with" not in page
    here.release(4)
    assert "It was printed with" in looked_up(here, row.code)[1]


def test_a_file_made_before_a_correction_is_called_superseded_wherever_it_is_offered() -> None:
    here = hall()
    here.final()
    job = made(here)
    desk = Client()
    desk.force_login(f.member(here.event, "director"))
    pages = f"/e/{here.event.slug}/prizes/certificates/"
    assert "superseded" not in desk.get(pages).content.decode()
    assert desk.get(f"{pages}{job.pk}/file")["Content-Disposition"].endswith(
        f'"{here.event.slug}-certificates.pdf"'
    )
    corrected(here)
    assert "superseded" in desk.get(pages).content.decode()
    assert "Make them again" in desk.get(f"{pages}{job.pk}/").content.decode()
    assert "superseded-" in desk.get(f"{pages}{job.pk}/file")["Content-Disposition"]
    again = made(here)
    assert "superseded" not in desk.get(f"{pages}{again.pk}/file")["Content-Disposition"]


BAD = {
    "no picture": (b"<svg/>", "not-a-picture"),
    "cut short": (pictures.png()[:40], "picture-damaged"),
    "too many pixels": (pictures.png_that_says(5_000, 4_000), "picture-too-large"),
    "too large": (b"\x89PNG\r\n\x1a\n" + bytes(MOST_BYTES), "file-too-large"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_logo_that_cannot_be_one_is_refused_with_the_reason(name: str) -> None:
    here = hall(0)
    data, code = BAD[name]
    with pytest.raises(Refusal) as refusal:
        logos.add_sponsor(here.ctx, here.event, name="X", data=data)
    assert refusal.value.code == code
    assert not Sponsor.objects.exists()
