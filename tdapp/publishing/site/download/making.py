"""The site as a ZIP: asked for by a command, built by the worker, kept for a day."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.publishing.released import public_access
from tdapp.publishing.site import building, facts, folder, web_address

KIND = "site.zip"
KEEP = timedelta(hours=24)
NEEDS = "standings.release"


@command("event.site", "website asked for", needs=NEEDS)
def make_site(ctx: Context, event: Event, *, base: str, on_disk: bool) -> Change:
    """Let the worker build the event's public pages. `base`: where they will be found, "" unknown; `on_disk`: they open
    from a disk too.

    Refuses 422 what is no address, Missing (404) while nothing of the event is public.
    """
    public_access.open_event(event.slug)
    wish = {"base": web_address.read(base), "on_disk": on_disk}
    told = {**wish, "file": f"{event.slug}-website.zip"}
    row = jobs.enqueue(ctx, KIND, {"event": event.slug, **told})
    return Change({**told, "job": str(row.pk)}, str(event), None, told)


@command("event.site_cancel", "website cancelled", needs=NEEDS)
def cancel_site(ctx: Context, job: Job) -> Change:
    """Ask the worker to stop."""
    jobs.stop(ctx, job)
    return Change({"job": str(job.pk)}, f"website {job.params.get('file', '')}")


def place_of(job: Job) -> Path:
    """Where a job's file stands, in the folder no backup takes."""
    return _folder() / f"{job.pk}.zip"


def _folder() -> Path:
    return Path(settings.MEDIA_ROOT) / "exports"


@jobs.job(KIND)
def build_site(run: jobs.JobRun) -> dict[str, Any]:
    """Build it to its file, page by page."""
    languages = [code for code, _name in settings.LANGUAGES]
    run.step(0, 1, _("Reading what is public"))
    site = facts.read(run.params["event"], languages, run.params["base"])
    # Said before the pages are: they are written in one language after the other.
    number, word = building.pages(site), _("Writing the pages")

    def step(done: int) -> None:
        run.step(done, number, word)

    files = building.build(site, on_disk=run.params["on_disk"], step=step)
    data = folder.zipped(files, site.made_at)
    forget_old()
    folder.write(place_of(Job.objects.get(pk=run.id)), data)
    run.step(number, number)
    return {"file": run.params["file"], "bytes": len(data), "files": len(files)}


def forget_old() -> None:
    """Destroy what has been kept for its day."""
    before = (clock.now() - KEEP).timestamp()
    for path in _folder().glob("*.zip"):
        if path.stat().st_mtime < before:
            path.unlink(missing_ok=True)
