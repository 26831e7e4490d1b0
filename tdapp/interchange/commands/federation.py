"""A bundle for the federation: signed and taken by the director; brought in there, first as a dry run."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.interchange.commands.events import close, files_of, keep, refuse_over, report_of, tried
from tdapp.interchange.federation import import_bundle, making
from tdapp.interchange.federation.making import MOST_NAME, MOST_REMARKS, Made, Signature
from tdapp.interchange.federation.match_people import NAME, NUMBER, TAKEN, Met, meet
from tdapp.interchange.federation.reading import CheckedBundle, read
from tdapp.interchange.models import EventPreview
from tdapp.kernel import commands
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.running.legs import Legs

NEEDS = "installation.create_event"


@command("event.sign", "results signed for the federation", needs="event.edit")
def sign(ctx: Context, event: Event, *, signature: Signature, digest: str, fingerprint: str) -> Change:
    """Note that a director signed the event's results for the federation, and took the file."""
    signed = {
        "signed": signature.name, "role": signature.role, "results": digest, "fingerprint": fingerprint,
        "file": file_name(event),
    }  # fmt: skip
    return Change(signed, str(event), None, signed)


def bundle_of(ctx: Context, event: Event, signature: Signature) -> Made:
    """The event's bundle, signed. Refuses (422) an unsigned one and an event that is not over."""
    if not signature.name.strip():
        raise Refusal("no-name", _("Say who signs: the director's name."))
    if len(signature.name) > MOST_NAME or len(signature.remarks) > MOST_REMARKS:
        facts = {"most": MOST_REMARKS}
        raise Refusal("too-long", _("Name or remarks are too long; at most %(most)s signs.") % facts)
    made = making.make(event, signature)
    sign(ctx, event, signature=signature, digest=made.digest, fingerprint=made.fingerprint)
    return made


def file_name(event: Event) -> str:
    """The name the bundle is sent under."""
    return f"{event.slug}-federation.zip"


def preview_bundle(ctx: Context, target: Installation, *, data: bytes, name: str) -> dict[str, Any]:
    """Look at a bundle: the event it would make, who is who here, what it would correct. Keeps only the file."""
    commands.check(ctx, target, NEEDS)
    report = {**look_at(ctx, data), "bundle": True}
    return keep_bundle(ctx, target, data=data, name=name, report=report)


@command("event.preview_bundle", "bundle looked at", needs=NEEDS, private=("data", "report"))
def keep_bundle(
    ctx: Context, target: Installation, *, data: bytes, name: str, report: dict[str, Any]
) -> Change:
    """Keep a bundle that was looked at."""
    return keep(ctx, None, [(name, data)], WISHES, report)


# A dry run of event files keeps wishes beside; a bundle has none.
WISHES: dict[str, Any] = {"name": "", "slug": "", "starts_on": None, "preset": ""}


@command("event.apply_bundle", "bundle brought in", needs=NEEDS)
def apply_bundle(ctx: Context, preview: EventPreview, *, seen: str) -> Legs:
    """Bring in the bundle of a dry run; `seen` is the digest of what was on the screen."""
    refuse_over(preview, seen)
    [(_name, data)] = files_of(preview)
    answer = yield from _brought(ctx, data)
    refuse_over(preview, seen)
    close(preview, EventPreview.Status.APPLIED)
    return Change({**answer, "id": preview.pk}, "bundle", None, answer)


@command("event.bring_bundle", "bundle brought in", needs=NEEDS, private=("data",))
def bring_bundle(ctx: Context, target: Installation, *, data: bytes) -> Legs:
    """Bring a bundle in at once, for the command line; the same one again changes nothing."""
    answer = yield from _brought(ctx, data)
    return Change(answer, "bundle", None, answer)


def look_at(ctx: Context, data: bytes) -> dict[str, Any]:
    """What a bundle would do; nothing is kept, not even the file."""
    sent = read(data)
    import_bundle.refuse_own(sent)
    met = meet(sent.event["divisions"])
    if (row := import_bundle.brought_before(sent)) is not None:
        corrected = import_bundle.corrected(row, sent)
        return _report(sent, met, report_of(row.event), corrected, made=False)
    return _report(sent, met, tried(import_bundle.stage(ctx, sent, met), report_of), [], made=True)


def _brought(ctx: Context, data: bytes) -> Legs:
    sent = yield lambda: read(data)
    met = yield lambda: meet(sent.event["divisions"])
    event, corrected, made = yield from import_bundle.bring(ctx, sent, met)
    return {
        "slug": event.slug, "name": event.name, "made": made, "corrected": len(corrected), "digest": sent.bundle.digest,
        "people": _counted(met), "divisions": _divisions(sent),
    }  # fmt: skip


def _divisions(sent: CheckedBundle) -> list[dict[str, Any]]:
    return [{"division": one["slug"], "players": len(one["entrants"])} for one in sent.event["divisions"]]


def _report(
    sent: CheckedBundle,
    met: list[Met],
    event: dict[str, Any],
    corrected: list[import_bundle.Correction],
    *,
    made: bool,
) -> dict[str, Any]:
    """A bundle as its page shows it. `event`: as it would be, or as it is before it is corrected."""
    return {
        **event, "made": made, "corrected": [_corrected(one) for one in corrected],
        "people": _counted(met), "unsure": [_unsure(one) for one in met if one.how == TAKEN or one.alike],
        "by_name": [one.name for one in met if one.how == NAME], "signed": sent.signed,
        "rulings": {name: sent.rulings.get(name) for name in ("all", "succeeded")}, "incidents": sent.incidents,
        "fingerprint": sent.bundle.fingerprint,
    }  # fmt: skip


def _counted(met: list[Met]) -> dict[str, int]:
    known = {how.value: sum(one.how == how for one in met) for how in (NUMBER, NAME)}
    return {**known, "new": len(met) - sum(known.values()), "all": len(met)}


def _unsure(one: Met) -> dict[str, Any]:
    facts = {"name": one.name, "number": one.member, "others": ", ".join(one.alike)}
    if one.how == TAKEN:
        what = _("Number %(number)s is somebody else's here; %(name)s gets a temporary one.")
    else:
        what = _(
            "Others here are called %(name)s: %(others)s. If one of them is meant, merge the two afterwards."
        )
    return {"name": one.name, "what": what % facts}


def _corrected(one: import_bundle.Correction) -> dict[str, Any]:
    before = asdict(one.before)["scores"] if one.before else ()
    return {"division": one.division, "round": one.round, "table": one.table, "before": list(before),
            "after": list(one.after.scores), "kind": one.after.kind}  # fmt: skip
