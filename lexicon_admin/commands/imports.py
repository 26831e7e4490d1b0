"""A list becomes an edition: stored, read into a store made aside (`list_reading`), looked at, then named.

Nothing before that counts.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.utils.translation import gettext as _

from lexicon_admin.commands.list_reading import (
    KIND,
    READY,
    WAITING,
    answer_of,
    clear,
    refuse_over,
    set_choices,
)
from lexicon_admin.lists import editions, storage
from lexicon_admin.models import Edition, Lexicon, ListImport
from lexicon_admin.words.normalise import policy_from
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal


@command("lexicon.import", "list imported", needs="lexicon.edit")
def start_import(
    ctx: Context, lexicon: Lexicon, *, name: str, size: int, content: str, affixes: str = "", encoding: str = "",
    policy: dict[str, str] | None = None, at_once: bool = False,
) -> Change:  # fmt: skip
    """Take in a list that `storage.keep` stored; the worker reads it, or with `at_once` the caller does (`read_import`).

    policy: the choices that are not the usual ones for the list's language.
    """
    row = ListImport(
        lexicon=lexicon, name=name[:120], size=size, content=content, affixes=affixes, made_by=ctx.actor,
        made_name=ctx.actor_name[:150],
    )  # fmt: skip
    set_choices(row, encoding, policy or {})
    row.save(force_insert=True)
    if not at_once:
        _enqueue(ctx, row)
    return Change(
        answer_of(row),
        str(row),
        None,
        {"name": row.name, "size": size, "content": content, "policy": row.policy},
    )


def _enqueue(ctx: Context, row: ListImport) -> None:
    row.job = str(jobs.enqueue(ctx, KIND, {"import": str(row.pk)}).pk)
    row.save(update_fields=["job"])


@command("lexicon.import_again", "list read again", needs="lexicon.edit")
def read_again(
    ctx: Context,
    row: ListImport,
    *,
    encoding: str = "",
    policy: dict[str, str] | None = None,
    at_once: bool = False,
) -> Change:
    """Read the list by these choices: by others from its start, by the same ones from where it was stopped."""
    refuse_over(row)
    before = row.policy
    set_choices(row, encoding, policy or {})
    row.status, row.sha256, row.file_sha256, row.report = WAITING, "", "", {}
    row.save(update_fields=["encoding", "policy", "status", "sha256", "file_sha256", "report"])
    if not at_once:
        _stop(row)
        _enqueue(ctx, row)
    return Change(answer_of(row), str(row), before, row.policy)


@command("lexicon.import_cancel", "reading of a list stopped", needs="lexicon.edit")
def cancel_import(ctx: Context, row: ListImport) -> Change:
    """Ask the worker to stop reading. What it has read is kept, to go on from or to be discarded."""
    _stop(row)
    return Change(answer_of(row), str(row))


@command("lexicon.import_discard", "list discarded", needs="lexicon.edit")
def discard_import(ctx: Context, row: ListImport) -> Change:
    """Throw a dry run away, and its files; no edition was touched."""
    refuse_over(row)
    _stop(row)
    row.status = ListImport.Status.DISCARDED
    row.save(update_fields=["status"])
    transaction.on_commit(lambda: clear(row))
    return Change(answer_of(row), str(row))


def _stop(row: ListImport) -> None:
    if row.job:
        jobs.cancel(row.job)


@command("lexicon.import_apply", "edition made from a list", needs="lexicon.edit")
def apply_import(
    ctx: Context, row: ListImport, *, seen: str, name: str, effective_from: date, source: str, licence: str,
    attribution: str = "", public: bool = False, note: str = "",
) -> Change:  # fmt: skip
    """Make the edition that was looked at (`seen`: its digest): one row; the one before stays as it was.

    An old edition, for events that go by it, may take effect before the one in force; `warning` then says it will not count.
    Refuses 409 when the list was read anew since, 422 for facts an edition cannot have.
    """
    if row.status != READY:
        raise Refusal("import-over", _("There is nothing to apply: the list is not read, or this is over."))
    if row.sha256 != seen:
        raise Conflict("changed-meanwhile", _("The list was read again since. Look at it once more."))
    refuse_bad_name(row.lexicon, name)
    if not source.strip() or not licence.strip():
        raise Refusal("no-licence", _("Say where the list is from and under which licence it may be used."))
    storage.put_in_place(row.pk, row.file_sha256)
    edition = _edition(ctx, row, name=name, effective_from=effective_from, source=source.strip(), licence=licence.strip(),
                       attribution=attribution, public=public, note=note)  # fmt: skip
    row.status, row.edition = ListImport.Status.APPLIED, edition
    row.save(update_fields=["status", "edition"])
    _keep_habits(row)
    transaction.on_commit(lambda: clear(row))
    told = {"edition": name, "words": edition.words, "sha256": edition.sha256, "licence": edition.licence}
    warning = editions.not_counting(row.lexicon, effective_from)
    return Change({**told, "id": edition.pk, "warning": warning}, str(edition), None, told)


def _keep_habits(row: ListImport) -> None:
    """What was chosen for diacritics and capitals is the list's from now on; a file all in capitals says nothing of others."""
    lexicon, policy = row.lexicon, policy_from(row.policy)
    lexicon.diacritics = policy.diacritics
    if policy.capitals in Lexicon.Capitals.values:
        lexicon.capitals = policy.capitals
    lexicon.save(update_fields=["diacritics", "capitals"])


def _edition(ctx: Context, row: ListImport, **facts: Any) -> Edition:
    base, counts = editions.newest(row.lexicon), row.report["growth"]
    return Edition.objects.create(
        lexicon=row.lexicon, number=next_number(row.lexicon), status=Edition.Status.PUBLISHED, base=base,
        sha256=row.sha256, file_sha256=row.file_sha256, words=row.report["words"], language=row.lexicon.language,
        ruleset=row.lexicon.ruleset, diacritics=policy_from(row.policy).diacritics,
        counts={key: counts[key] for key in ("added", "removed", "changed")},
        report={key: row.report[key] for key in ("kind", "encoding", "entries", "left_out", "noticed")},
        published_at=clock.now(), made_by=ctx.actor, made_name=ctx.actor_name[:150], **facts,
    )  # fmt: skip


def next_number(lexicon: Lexicon) -> int:
    """The number of the lexicon's next edition."""
    last = lexicon.editions.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def refuse_bad_name(lexicon: Lexicon, name: str, but: Edition | None = None) -> None:
    """An edition's name is short, made of letters, digits and hyphens, and its own."""
    try:
        validate_slug(name)
    except ValidationError:
        raise Refusal(
            "bad-edition", _("An edition's name has letters, digits and hyphens, like 2027 or 2027-2.")
        ) from None
    if len(name) > 40:
        raise Refusal("bad-edition", _("An edition's name has at most 40 characters."))
    if lexicon.editions.filter(name=name).exclude(number=but.number if but else 0).exists():
        raise Conflict("edition-taken", _("There is already an edition %(name)s.") % {"name": name})
