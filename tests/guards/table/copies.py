"""Copies and two laptops: what is sealed, whose word counts, links that end, rehearsals that are never public."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

HELPERS = "tdapp/interchange/views/helpers.py"
FENCING = "tdapp/interchange/copies/handover.py"
SEALED, OPENED = "tdapp/interchange/copies/sealed.py", ("tests/copies/test_sealed.py",)
PLACES, ITSELF = "tdapp/interchange/copies/places.py", ("tests/copies/test_by_itself.py",)
TWO = ("tests/copies/test_two_laptops.py",)
LINK = "link.revoked_at or link.expires_at <= clock.now() or link.event.deleted_at"

GUARDS: tuple[Guard, ...] = (
    guard(
        "another laptop's word is signed",
        FENCING,
        'plan and secrets.compare_digest(_sign(plan, told), str(told["sign"])) and _is_whole(told)',
        "plan and _is_whole(told)",
        *TWO,
    ),
    guard(
        "the words that fence are the event's own",
        FENCING,
        "if not secrets.compare_digest(_code(plan, term, start), data):",
        "if False:",
        *TWO,
    ),
    guard(
        "of two laptops the later one counts",
        "tdapp/kernel/fence.py",
        'if order(told["term"], told["holder"]) <= order(known["term"], known["holder"]):',
        "if False:",
        "tests/kernel/test_fence.py",
        *TWO,
    ),
    guard("a revoked link fetches no copy", HELPERS, LINK, LINK.replace("link.revoked_at or ", ""), *TWO),
    guard(
        "a link to a copy ends by the clock",
        HELPERS,
        LINK,
        LINK.replace("link.expires_at <= clock.now() or ", ""),
        *TWO,
    ),
    guard(
        "links of an event that was put away fetch nothing",
        HELPERS,
        LINK,
        LINK.replace(" or link.event.deleted_at", ""),
        "tests/copies/test_refused.py",
    ),
    guard(
        "pieces of a copy stay in their order",
        SEALED,
        "number.to_bytes(11) + bytes([last])",
        "bytes(11) + bytes([last])",
        *OPENED,
    ),
    guard(
        "a copy that was cut is noticed",
        SEALED,
        "number.to_bytes(11) + bytes([last])",
        "number.to_bytes(11) + bytes([0])",
        *OPENED,
    ),
    guard(
        "a rehearsal is never public",
        "tdapp/events/day/notices.py",
        "    if not is_rehearsal(event):\n        Event.objects.filter(pk=event.pk, public=False)",
        "    if True:\n        Event.objects.filter(pk=event.pk, public=False)",
        *TWO,
    ),
    guard(
        "an event that another laptop runs makes no copies",
        "tdapp/interchange/commands/copies_due.py",
        "return not fence.state(event.scope_key).fenced",
        "return True",
        "tests/copies/test_takeover.py",
    ),
    guard(
        "a copy goes to the disk that was seen, not into the folder it left behind",
        PLACES,
        "if device is not None and folder.device() != device:",
        "if False:",
        *ITSELF,
    ),
    guard(
        "a chosen folder on a disk that is away gets no copy",
        PLACES,
        "if plan.apart and folder.device() == _device_of(Path(settings.DATA_DIR)):",
        "if False:",
        *ITSELF,
    ),
    guard(
        "copies of other events on a stick are not thrown away",
        PLACES,
        r'rf"{re.escape(plans.stem(event))}-r\d+-(\d+)\.tdcopy"',
        r'rf"{re.escape(event.slug)}-.*-(\d+)\.tdcopy"',
        *ITSELF,
    ),
    guard(
        "the words of a key are forgotten once they were shown",
        "tdapp/interchange/commands/copy_keys.py",
        '.exclude(words="").update(words=""):',
        '.exclude(words="").exists():',
        *ITSELF,
    ),
    guard(
        "a rehearsal and a demo go to no disk",
        "tdapp/interchange/commands/copies_due.py",
        "    if plans.is_thrown_away(event):\n        return False\n",
        "",
        *ITSELF,
    ),
    guard(
        "a takeover reads no byte before the right was looked at",
        "tdapp/interchange/views/takeover.py",
        "    _refuse_stranger(request)\n",
        "",
        "tests/copies/test_refused.py",
    ),
)
