"""Players' phones: whose phone it is, what a claim may become, and that nobody is two people."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

CLAIMING, CLAIMS = "tdapp/desk/results/commands/claiming.py", ("tests/phones/test_claims.py",)
FINDING, FOUND = "tdapp/desk/phones/find_player.py", ("tests/phones/test_finding.py",)
DEVICES = "tdapp/desk/phones/devices.py"
FLOODS = ("tests/phones/test_floods.py",)
TAKEN = 'policy != SINGLE and can(ctx, "result.confirm") and not plays_here(ctx, slots)'

GUARDS: tuple[Guard, ...] = (
    guard(
        "a phone's own writes are bounded",
        "tdapp/publishing/phones/views/me.py",
        """    limits.refuse_phone_flood("phone", cookie, SENT_A_MINUTE)
""",
        "",
        *FLOODS,
    ),
    guard(
        "new cookies by one card share its count",
        "tdapp/publishing/phones/views/me.py",
        """    limits.refuse_phone_flood("phone-bind", who.pk, BOUND_A_MINUTE)
""",
        "",
        *FLOODS,
    ),
    guard(
        "a newer report takes the place of the one before",
        CLAIMING,
        "    _replace(table, seat, by)\n",
        "",
        *CLAIMS,
    ),
    guard(
        "a table link and one player are not two people",
        CLAIMING,
        '"weak": Claim.Weak.LINK',
        '"weak": ""',
        *CLAIMS,
        "tests/phones/test_two_people.py",
    ),
    guard(
        "one player's report alone is no result",
        CLAIMING,
        "    if len(players) < 2:\n        return",
        "    if not players:\n        return",
        *CLAIMS,
    ),
    guard(
        "a table link is no second person beside a clerk",
        CLAIMING,
        "second and bool(devices.sound([claim])) and",
        "second and",
        *CLAIMS,
    ),
    guard(
        "a clerk who may not confirm is no second person beside a phone",
        CLAIMING,
        TAKEN,
        TAKEN.replace(' and can(ctx, "result.confirm")', ""),
        *CLAIMS,
    ),
    guard(
        "nobody takes over a claim on his own game as a second person",
        CLAIMING,
        TAKEN,
        TAKEN.replace(" and not plays_here(ctx, slots)", ""),
        *CLAIMS,
    ),
    guard(
        "a claim of another seating is not accepted",
        CLAIMING,
        "if not stands or claim.seating != claims.seating_of(slots):",
        "if not stands:",
        "tests/phones/test_refused.py",
    ),
    guard(
        "wrong codes are counted at everything they are tried at",
        FINDING,
        "if tries.take(limits, len(wanted)):",
        "if False:",
        "tests/phones/test_lock_outs.py",
    ),
    guard(
        "phones that are off find nobody",
        FINDING,
        ".exclude(division__phone_rule__mode=PhoneRule.Mode.OFF)",
        "",
        *FOUND,
    ),
    guard(
        "no phone signs in where another laptop runs the event",
        FINDING,
        "    fence.check(fence.state(event.scope_key))\n    wanted, typed",
        "    wanted, typed",
        "tests/phones/test_after_a_claim.py",
    ),
    guard(
        "a renewed code signs the phone out",
        DEVICES,
        "if found is None or codes.renewals([found.entrant]).get(found.entrant_id, 0) != found.renewed:",
        "if found is None:",
        *FOUND,
    ),
    guard(
        "a phone is a player's at its own event alone",
        DEVICES,
        "device__cookie=cookie, device__event__slug=slug, left_at=None",
        "device__cookie=cookie, left_at=None",
        *FOUND,
    ),
    guard(
        "the phone's cookie is out of reach of scripts",
        "tdapp/desk/phones/cookies.py",
        "httponly=True",
        "httponly=False",
        *FOUND,
    ),
    guard(
        "a code hangs on how often it was renewed",
        "tdapp/desk/phones/codes.py",
        'f"code-{DIGITS}:{pk}:{renewed}"',
        'f"code-{DIGITS}:{pk}"',
        "tests/phones/test_refused.py",
    ),
)  # fmt: skip
