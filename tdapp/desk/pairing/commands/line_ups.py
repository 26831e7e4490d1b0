"""Line-ups of a round of team matches."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.desk.ledger import lineups
from tdapp.desk.models import LineUp, PairingRun
from tdapp.desk.pairing.commands.drafting import discard
from tdapp.events.models import Division
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal


@command("lineup.set", "line-ups set", needs="pair.draft")
def set_line_ups(ctx: Context, division: Division, *, number: int, lines: str, seen: str = "") -> Change:
    """Keep the line-ups that `lines` name (`desk.lineups`); teams they do not name keep theirs.

    422 with a sentence for each mistake, or once the round is published; 409 when somebody else was faster. A draft of
    the round was made with other line-ups: it is thrown away.
    """
    # As it is now, not as the page read it: commands take turns, so the second of two sees what the first one set.
    division = Division.objects.select_related("event").get(pk=division.pk)
    if lineups.planned(division, number) is None:
        raise Refusal("no-matches", _("Round %(round)s is no round of team matches.") % {"round": number})
    if lineups.is_fact(division, number):
        sentence = _("Round %(round)s is posted: its line-ups are facts. Record the actual pairings instead.")
        raise Refusal("published", sentence % {"round": number})
    if seen and seen != lineups.fingerprint(division, number):
        sentence = _(
            "Somebody else changed the line-ups meanwhile. Look again; what you typed is still here."
        )
        raise Conflict("stale", sentence, stored=lineups.written(division).get(str(number), ""))
    found, faults = lineups.read(division, lines)
    if faults:
        raise Refusal("bad-line-ups", *faults[:20])
    if not found:
        raise Refusal("nothing", _("Write a line for a team, like Cebu: 3 1 4 2."))
    before = lineups.stored(division, number)
    keep(division, number, found)
    drafts = list(PairingRun.objects.filter(round__division=division, round__number=number, status="draft"))
    for run in drafts:
        discard(run)
    told = {"division": division.slug, "round": number, "teams": sorted(found), "discarded": bool(drafts)}
    return Change(told, f"{division.slug} round {number}", before, found)


def keep(division: Division, number: int, found: dict[str, list[str]]) -> None:
    """Write line-ups; an empty one is none."""
    for team, members in found.items():
        if members:
            LineUp.objects.update_or_create(
                division=division, number=number, team=team, defaults={"members": members}
            )
        else:
            LineUp.objects.filter(division=division, number=number, team=team).delete()
