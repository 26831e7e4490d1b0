"""Certificates: what is drawn, what a code tells a stranger, what logos are taken."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.desk.models import Certificate, Sponsor
from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.certificates import logos, making
from tdapp.publishing.paper.making import place_of
from tests.prizes.hall import Hall, hall
from tests.scoresheets import pictures

pytestmark = pytest.mark.django_db


def made(here: Hall) -> Job:
    told = making.make(here.ctx, here.event, wish=making.Wish(address="http://hall/t/x/"))
    jobs.run(told["job"])
    return Job.objects.get(pk=told["job"])


def looked_up(here: Hall, code: str) -> tuple[int, str]:
    answer = Client().get(f"/t/{here.event.slug}/certificate/{code}")
    return answer.status_code, answer.content.decode()


def test_every_player_and_school_gets_a_page_and_saying_the_same_keeps_its_code() -> None:
    here = hall()
    with pytest.raises(Refusal, match="Call a division final first"):
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


def test_one_that_says_something_else_after_a_correction_replaces_the_old_one_which_says_so() -> None:
    here = hall()
    here.final()
    made(here)
    before = {row.entrant_id: row for row in Certificate.objects.filter(entrant__isnull=False)}
    here.correct(4, here.division.table_first, 300, 379)
    here.final()
    made(here)
    old = Certificate.objects.exclude(replaced_at=None)
    assert old
    assert all(row.pk == before[row.entrant_id].pk for row in old)
    assert "a newer certificate has taken its place" in looked_up(here, old[0].code)[1]


BAD = {
    "no picture": (b"<svg/>", "not-a-picture"),
    "cut short": (pictures.png()[:40], "picture-damaged"),
    "too many pixels": (pictures.png_that_says(5_000, 4_000), "picture-too-large"),
    "too large": (b"\x89PNG\r\n\x1a\n" + bytes(logos.MOST_BYTES), "file-too-large"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_logo_that_cannot_be_one_is_refused_with_the_reason(name: str) -> None:
    here = hall(0)
    data, code = BAD[name]
    with pytest.raises(Refusal) as refusal:
        logos.add_sponsor(here.ctx, here.event, name="X", data=data)
    assert refusal.value.code == code
    assert not Sponsor.objects.exists()
