"""Lexicons and who sits in their committees."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.utils.translation import gettext as _

from lexicon_admin import rulesets
from lexicon_admin.models import Lexicon, Seat
from lexicon_admin.words.normalise import usual
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Conflict, Refusal

MOST_DAYS = 365
FACTS = (
    "name", "kind", "blocks", "language", "ruleset", "diacritics", "capitals", "quorum", "threshold", "days",
)  # fmt: skip
HABITS = ("diacritics", "capitals")
CHANGEABLE = ("name", "quorum", "threshold", "ruleset", "language", "days")


@command("lexicon.create", "list of words made", needs="lexicon.edit")
def create_lexicon(ctx: Context, target: Installation, *, slug: str, name: str, **facts: Any) -> Change:
    """Make an empty lexicon. Refuses a short name that is taken, and facts that do not go together.

    A list whose language nobody said is in the language of its tiles.
    """
    if Lexicon.objects.filter(slug=slug).exists():
        raise Conflict("name-taken", _("There is already a lexicon %(slug)s.") % {"slug": slug})
    lexicon = unsaved(slug=slug, name=name.strip(), **facts)
    refuse_unsound(lexicon)
    lexicon.save(force_insert=True)
    told = {"id": lexicon.pk, "slug": slug, **facts_of(lexicon)}
    return Change(told, f"lexicon {slug}", None, told)


@command("lexicon.change", "list of words changed", needs="lexicon.edit")
def change_lexicon(ctx: Context, lexicon: Lexicon, **facts: Any) -> Change:
    """Change name, language, tiles, quorum or threshold; what was decided or published before stays."""
    before = facts_of(lexicon)
    for name, value in facts.items():
        if name not in CHANGEABLE:
            raise Refusal("fixed", _("%(name)s of a lexicon is fixed.") % {"name": name})
        setattr(lexicon, name, value)
    refuse_unsound(lexicon)
    lexicon.save(update_fields=list(facts))
    return Change({"slug": lexicon.slug, **facts_of(lexicon)}, str(lexicon), before, facts_of(lexicon))


def unsaved(**facts: Any) -> Lexicon:
    """A lexicon as it would be made: capitals and diacritics are read as its language has them."""
    language = facts.pop("language", "") or rulesets.language_of(facts.get("ruleset", ""))
    habits = usual(language)
    said = {name: value for name, value in facts.items() if value or name not in HABITS}
    usually = {name: getattr(habits, name) for name in HABITS}
    return Lexicon(language=language, **{**usually, **said})


def facts_of(lexicon: Lexicon) -> dict[str, Any]:
    """What the log tells of a lexicon."""
    return {name: getattr(lexicon, name) for name in FACTS}


def refuse_unsound(lexicon: Lexicon) -> None:
    """One sentence for each thing that cannot be."""
    sentences = [_("A short name has letters, digits and hyphens.")] if not _is_slug(lexicon.slug) else []
    if lexicon.slug == "new":
        sentences.append(_("This short name is taken by the program."))
    if not lexicon.name.strip() or len(lexicon.name) > 80:
        sentences.append(_("A name has 1 to 80 characters."))
    if (lexicon.kind == Lexicon.Kind.BLOCK) != bool(lexicon.blocks):
        sentences.append(_("A block list, and no other, says what its words are."))
    if not lexicon.language:
        sentences.append(
            _("Say in which language the list is, or whose tiles it has: its language is theirs.")
        )
    if lexicon.kind not in Lexicon.Kind.values or lexicon.blocks not in ("", *Lexicon.Blocks.values):
        sentences.append(_("There is no such kind of list."))
    if sentences := [*sentences, *_bad_votes(lexicon)]:
        raise Refusal("bad-lexicon", *sentences)
    rulesets.table_of(lexicon.ruleset)


def _bad_votes(lexicon: Lexicon) -> list[str]:
    sentences = []
    if not (1 <= lexicon.quorum <= 100 and 1 <= lexicon.threshold <= 100):
        sentences.append(_("A quorum is 1 to 100 votes, a threshold 1 to 100 percent."))
    if not 0 <= lexicon.days <= MOST_DAYS:
        sentences.append(_("A vote is open for 1 to 365 days, or for 0: until it is closed."))
    return sentences


def _is_slug(text: str) -> bool:
    try:
        validate_slug(text)
    except ValidationError:
        return False
    return len(text) <= 40


@command("lexicon.seat", "seat in a committee given", needs="lexicon.edit")
def give_seat(ctx: Context, lexicon: Lexicon, *, username: str, role: str) -> Change:
    """Give somebody a seat in the committee, or another role to who has one."""
    user = User.objects.filter(username=username.strip(), is_active=True).first()
    if user is None or role not in Seat.Role.values:
        raise Refusal(
            "no-such-person", _("There is no user %(name)s with a role like that.") % {"name": username}
        )
    seat, _made = Seat.objects.update_or_create(lexicon=lexicon, user=user, defaults={"role": role})
    told = {"user": user.username, "role": role}
    return Change({"id": seat.pk, **told}, f"{lexicon} seat {user.username}", None, told)


@command("lexicon.unseat", "seat in a committee taken away", needs="lexicon.edit")
def take_seat(ctx: Context, seat: Seat) -> Change:
    """Take a seat away; votes that were cast stay."""
    told = {"user": seat.user.username, "role": seat.role}
    seat.delete()
    return Change(told, f"{seat.lexicon} seat {told['user']}", told)
