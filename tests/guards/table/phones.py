"""Players' phones: whose phone it is, what a claim may become, and that nobody is two people."""

from __future__ import annotations

from tests.guards.found import Guard, guard

CLAIMING, CLAIMS = "tdapp/desk/commands/claiming.py", ("tests/phones/test_claims.py",)
FINDING, FOUND = "tdapp/desk/finding.py", ("tests/phones/test_finding.py",)
DEVICE = "tdapp/publishing/phones/device.py"
TAKEN = (
    'second = claim.seat and policy != SINGLE and can(ctx, "result.confirm") and not plays_here(ctx, slots)'
)

GUARDS: tuple[Guard, ...] = (
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
        "if len(players) > 1 and not current.in_force",
        "if not current.in_force",
        *CLAIMS,
    ),
    guard(
        "one player's report alone is no result",
        CLAIMING,
        "    if not players or len(known) < 2:\n        return",
        "    if not players:\n        return",
        *CLAIMS,
    ),
    guard(
        "a table link is no second person beside a clerk",
        CLAIMING,
        TAKEN,
        TAKEN.replace("claim.seat and ", ""),
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
    guard("wrong codes are counted at everything they are tried at", FINDING, "    _note(event, limits, wanted)\n", "", *FOUND),
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
        "    fence.check(fence.state(event.scope_key))\n",
        "",
        "tests/phones/test_after_a_claim.py",
    ),
    guard(
        "a renewed code signs the phone out",
        DEVICE,
        "if row is None or codes.renewals([row]).get(row.pk, 0) != device.renewed:",
        "if row is None:",
        *FOUND,
    ),
    guard(
        "a phone is a player's at its own event alone",
        DEVICE,
        "rows.filter(pk=device.entrant, event__slug=event.slug)",
        "rows.filter(pk=device.entrant)",
        *FOUND,
    ),
    guard("the phone's cookie is out of reach of scripts", DEVICE, "httponly=True", "httponly=False", *FOUND),
    guard(
        "a code hangs on how often it was renewed",
        "tdapp/desk/codes.py",
        'f"{pk}:{renewed}"',
        'f"{pk}"',
        "tests/phones/test_refused.py",
    ),
)  # fmt: skip
