"""What is not signed for the federation, and bundles that lie about themselves: found by taking each guard away."""

from __future__ import annotations

from typing import Any

import pytest

from tdapp.events.models import Division, Event
from tdapp.interchange.commands.federation import bring_bundle, bundle_of
from tdapp.interchange.federation import bundle, import_bundle
from tdapp.interchange.federation.making import Signature
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, Refusal
from tests import factories as f
from tests.interchange import bundles
from tests.interchange.test_federation import rescored

pytestmark = pytest.mark.django_db


def over() -> Division:
    """Four players, a round with all its results confirmed."""
    division = f.division(f.event("cebu"), confirm_policy="single")
    f.entrants(division, 4)
    f.play(f.published(division))
    return division


def signed(division: Division) -> bytes:
    event = Event.objects.get(pk=division.event.pk)
    return bundle_of(f.program(event), event, Signature("Ana Cruz", "Director")).data


def bring(data: bytes) -> dict[str, Any]:
    return bring_bundle(context.system(), Installation(), data=data)


def refused(code: str, division: Division) -> Refusal:
    """Refused with this code, and nothing in the log says that it was signed."""
    with pytest.raises(Refusal) as refusal:
        signed(division)
    assert refusal.value.code == code
    assert not AuditEntry.objects.filter(intent="event.sign").exists()
    return refusal.value


@pytest.mark.parametrize(
    ("code", "of_event"),
    [("rehearsal", {"extras": {"notices": {"rehearsal": {"kind": "rehearsal"}}}}), ("demo", {"demo": True})],
)
def test_invented_results_are_signed_by_nobody(code: str, of_event: dict[str, Any]) -> None:
    division = over()
    Event.objects.update(**of_event)
    assert "invented" in str(refused(code, division))


def test_an_event_without_a_posted_round_has_nothing_to_sign() -> None:
    division = f.division(f.event("cebu"))
    f.entrants(division, 4)
    refused("nothing-played", division)


def test_an_event_too_large_for_a_bundle_is_not_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    division = over()
    monkeypatch.setattr(bundle, "MOST_PACKED", 100)
    assert "send its archive instead" in str(refused("too-large", division))


def test_a_later_bundle_of_the_event_brought_in_meanwhile_is_told_and_the_event_is_there_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data, ready = bundles.elsewhere(signed(over())), import_bundle.ready
    later = bundles.elsewhere(data, rescored, bundles.origin_of(data))

    def slow(scope: str) -> Any:
        monkeypatch.setattr(import_bundle, "ready", ready)
        bring(later)
        return ready(scope)

    monkeypatch.setattr(import_bundle, "ready", slow)
    with pytest.raises(Conflict, match="brought in at the same moment") as refusal:
        bring(data)
    assert refusal.value.code == "already-imported"
    assert Event.objects.filter(deleted_at=None).count() == 2


@pytest.mark.parametrize("named", ["origin", "digest"])
def test_a_manifest_that_names_another_event_makes_no_bundle(named: str) -> None:
    data = bundles.sealed_anew(bundles.elsewhere(signed(over())), **{named: "0" * 64})
    with pytest.raises(Refusal, match="its event is not the one its manifest names"):
        bring(data)


def test_a_directory_that_promises_more_of_a_file_than_there_is_makes_no_bundle() -> None:
    data = bundles.elsewhere(signed(over()))
    with pytest.raises(Refusal, match=r"manifest\.json cannot be read"):
        bring(bundles.promising_more(data))


def test_a_whole_manifest_with_lists_in_lists_in_it_makes_no_bundle() -> None:
    nested: Any = []
    for _more in range(bundle.DEEPEST):
        nested = [nested]
    data = bundles.sealed_anew(bundles.elsewhere(signed(over())), note=nested)
    with pytest.raises(Refusal, match="its manifest cannot be read"):
        bring(data)
