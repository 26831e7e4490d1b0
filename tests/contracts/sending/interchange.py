"""Backups, lists that come in, files that go out, whole events, copies."""

from __future__ import annotations

from django.core.files.uploadedfile import SimpleUploadedFile

from tdapp.interchange.models import RosterPreview
from tdapp.kernel.models import Job
from tests.contracts import copied
from tests.contracts.sending.send import Body, Send, send
from tests.contracts.worlds import World, t_file


def _file() -> SimpleUploadedFile:
    return SimpleUploadedFile("a.t", t_file(2))


def _at_work(here: World) -> Body:
    """A list that the worker is at."""
    row = here.facts["preview"]
    job = Job.objects.create(
        kind="roster.apply", scope=row.scope_key, actor="system", actor_name="The program", status="running"
    )
    RosterPreview.objects.filter(pk=row.pk).update(job=str(job.pk))
    return {}


def _event_files(here: World) -> Body:
    return {"upload": _file(), "name": "From files", "preset": "local-club"}


SENDS: dict[str, Send] = {
    "interchange:import": send("roster.preview", pasted="Surname,Given name,Division\nListed,Ana,Fresh\n"),
    "interchange:again": send("roster.examine", division="fresh"),
    "interchange:columns": send(
        "roster.examine",
        **{"heading-0": "1", "column-0-0": "surname", "column-0-1": "given", "column-0-2": "division"},
    ),
    "interchange:apply": Send(
        lambda here: {"seen": here.facts["preview"].digest, "minors": "no"},
        ("roster.apply", "roster.stage", "roster.take_turn"),
    ),
    "interchange:cancel": Send(_at_work, ("roster.cancel",)),
    "interchange:discard": send("roster.discard"),
    "interchange:import_event": Send(_event_files, ("event.preview_import",), "organiser"),
    "interchange:event_columns": Send(
        lambda here: {
            "seen": here.facts["table_preview"].digest,
            "heading-0": "1",
            **{
                f"column-0-{at}": name
                for at, name in enumerate(("round", "name1", "score1", "name2", "score2"))
            },
        },
        ("event.import_columns",),
        "organiser",
    ),
    "interchange:event_apply": Send(
        lambda here: {"seen": here.facts["event_preview"].digest},
        ("event.create", "event.create", "event.import", "event.apply_import"),
        "organiser",
    ),
    "interchange:event_discard": send("event.discard_import", by="organiser"),
    "copies:passphrase": send("copy.passphrase", passphrase="bulag tanim sobra lakad"),
    "copies:show_key": Send(copied.key_unseen, ("copy.key_shown",)),
    "copies:new_key": send("copy.key"),
    "copies:now": Send(copied.idle, ("copy.now",)),
    "copies:cancel": send("copy.cancel"),
    "copies:take": send("copy.take"),
    "copies:link": send("copy.link", label="Ben"),
    "copies:revoke": send("copy.revoke_link"),
    "copies:place": Send(copied.stick, ("copy.place",), "owner"),
    "copies:fetch": send("copy.fetch", by=""),
    "copies:meet": Send(copied.message, ("copy.fence", "copy.seen_other"), ""),
    "copies:other": Send(copied.words, ("copy.fence",)),
    "copies:take_theirs": Send(copied.other_result, ("result.correct",)),
    "copies:settle": send("copy.settle"),
    "copies:rehearse": send("event.rehearse"),
    "copies:end_rehearsal": Send(copied.rehearsal, ("event.end_rehearsal",)),
    "copies:takeover": Send(copied.of_another, ("event.take_over", "event.taken_over"), "organiser"),
    "interchange:bundle": send("event.sign", division=["closed"], name="Ana Cruz", sure="on"),
    "interchange:bundles": Send(
        lambda here: {"file": SimpleUploadedFile("b.zip", here.facts["bundle"])},
        ("event.preview_bundle",),
        "organiser",
    ),
    "interchange:bundle_apply": Send(
        lambda here: {"seen": here.facts["bundle_preview"].digest},
        ("event.create", "event.create", "event.import", "event.apply_bundle"),
        "organiser",
    ),
    "interchange:bundle_discard": send("event.discard_import", by="organiser"),
    "interchange:fill": Send(lambda here: {"into": "spare", "file": _file()}, ("division.preview_fill",)),
    "interchange:fill_apply": Send(
        lambda here: {"seen": here.facts["fill_preview"].digest}, ("event.import", "division.fill")
    ),
    "interchange:fill_discard": send("division.discard_fill"),
    "interchange:export": send("event.export", format="csv"),
    "interchange:export_cancel": send("event.export_cancel"),
    "interchange:backup": send("installation.backup_later", by="owner", open="1"),
    "interchange:backup_cancel": send("installation.backup_cancel", by="owner"),
    "interchange:backup_check": send("installation.backup_check", by="owner"),
    "interchange:backup_file": send("installation.backup_take", by="owner"),
    "interchange:backup_restore": send("installation.ask_restore", by="owner", sure="RESTORE"),
}
