"""What clubs and players tell a committee from the public page: a draft it may open, or a remark on what is proposed already."""

from __future__ import annotations

from django.utils.translation import gettext as _

from lexicon_admin.commands.proposals import (
    next_number,
    refuse_in_play,
    refuse_senseless,
    short,
    word_of,
)
from lexicon_admin.models import READER, Lexicon, Proposal, Remark
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

MOST_WAITING, MOST_REMARKS, MOST_TEXT = 200, 20, 1000
UNDECIDED = (Proposal.Status.DRAFT, Proposal.Status.OPEN)


@command("proposal.suggest", "word suggested from the public page", needs="lexicon.suggest")
def suggest(ctx: Context, lexicon: Lexicon, *, action: str, word: str, text: str, club: str = "") -> Change:
    """Suggest to add, remove or define a word: a draft for the committee, or a remark where it is proposed already.

    `club` is all that is kept of who says it. Refuses while the list is in play, what proposing it would refuse, and when
    so many suggestions wait that nobody could read more.
    """
    refuse_in_play(ctx, lexicon)
    if not text.strip():
        raise Refusal("no-citation", _("Say why, and where the word stands."))
    reason, read = short(text, MOST_TEXT), word_of(lexicon, word)
    name = short(club, 80)
    try:
        refuse_senseless(lexicon, action, read.key, reason)
    except Conflict:
        return _remarked(lexicon, read.key, reason, name)
    if lexicon.proposals.filter(status=Proposal.Status.DRAFT, made_by=READER).count() >= MOST_WAITING:
        raise Refusal(
            "too-many-waiting",
            _("The committee has many suggestions to read. Please tell it this one later."),
        )
    row = Proposal.objects.create(
        lexicon=lexicon, number=next_number(lexicon), action=action, key=read.key, printed=read.printed,
        definition=reason if action == Proposal.Action.DEFINE else "", citations=reason,
        status=Proposal.Status.DRAFT, made_by=READER, made_name=name,
    )  # fmt: skip
    told = {"number": row.number, "action": action, "word": row.printed, "said": reason}
    return Change({"id": row.pk, **told}, f"{lexicon} {row}", None, told)


def _remarked(lexicon: Lexicon, key: str, text: str, name: str) -> Change:
    """Said of a proposal that waits; one that is decided hears nothing more."""
    row = lexicon.proposals.filter(key=key, status__in=UNDECIDED).first()
    if row is None:
        raise Refusal(
            "decided", _("The committee has decided about this word: look at the draft of the next edition.")
        )
    if row.remarks.filter(made_by=READER).count() >= MOST_REMARKS:
        raise Refusal("said-enough", _("The committee has heard much about this word already."))
    Remark.objects.create(proposal=row, text=text, made_by=READER, made_name=name)
    told = {"number": row.number, "remark": text}
    return Change({"id": row.pk, **told}, f"{lexicon} {row}", None, told)
