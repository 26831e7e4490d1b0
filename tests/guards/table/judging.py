"""The players' screen and what it asks."""

from __future__ import annotations

from tests.guards.found import Guard, guard

SETTINGS = "tdapp/settings.py"
KIOSKS = "tdapp/judging/commands/kiosks.py"
RULINGS = "tdapp/judging/commands/rulings.py"
AT_KIOSK = ("tests/judging/test_kiosk.py",)
BY_JUDGES = ("tests/judging/test_rulings.py",)
OVERLAY = "tdapp/scoresheets/rulings.py"
ON_SHEETS = ("tests/judging/test_on_the_sheet.py",)
FENCE = ("tests/judging/test_kiosk_fence.py",)
LINKS, AT_LINKS = "tdapp/judging/table_links.py", ("tests/judging/test_table_links.py",)
BY_LINK = "tdapp/judging/commands/table_links.py"
BY_PHONE = ("tests/judging/test_table_phone.py",)

GUARDS: tuple[Guard, ...] = (
    guard(
        "a kiosk's browser stays at the kiosk",
        "tdapp/judging/guard.py",
        "if not kiosk_id(request) or is_inside(request.path_info):",
        "if True:",
        *FENCE,
    ),
    guard("the kiosk's fence is up", SETTINGS, '    "tdapp.judging.guard.KioskOnly",\n', "", *FENCE),
    guard(
        "a kiosk rules once in five seconds",
        KIOSKS,
        "if rows.filter(seen_at__lte=now - PAUSE).update(seen_at=now):",
        "if rows.update(seen_at=now):",
        *AT_KIOSK,
    ),
    guard(
        "seats that cannot be are refused at the kiosk before a word is looked up",
        RULINGS,
        "    _refuse_seats(rulesets.of_division(division), table, asked)\n    asked = on_paper(asked, table)\n",
        "    asked = on_paper(asked, table)\n",
        *AT_KIOSK,
    ),
    guard(
        "who may not challenge is refused before a word is looked up",
        RULINGS,
        "    _refuse_used_up(rulesets.of_division(division), table, asked)\n    _refuse_without_table",
        "    _refuse_without_table",
        *AT_KIOSK,
    ),
    guard(
        "a play is ruled on once at the kiosk",
        RULINGS,
        "    if before := ruled_before(asked, table):\n        return _told_again(division, before)\n",
        "",
        *AT_KIOSK,
    ),
    guard(
        "a judge rules on a play once",
        RULINGS,
        "        refuse_second(asked, table)\n",
        "        pass\n",
        *BY_JUDGES,
    ),
    guard(
        "another seat's play of the same words is another play",
        "tdapp/judging/same_play.py",
        "    if row.challenged and asked.challenged and row.challenged != asked.challenged:\n        return False\n",
        "",
        *AT_KIOSK,
    ),
    guard(
        "a new kiosk rules at once",
        KIOSKS,
        "seen_at=clock.now() - PAUSE",
        "seen_at=clock.now()",
        *AT_KIOSK,
    ),
    guard(
        "a ruling is laid over a play that forms one of its words",
        OVERLAY,
        "if play and play.may_be(row) and play.words & keys_of(row.words):",
        "if play and play.may_be(row):",
        *ON_SHEETS,
    ),
    guard(
        "a ruling is laid over a play of the seat that was challenged",
        OVERLAY,
        "if play and play.may_be(row) and play.words & keys_of(row.words):",
        "if play and play.words & keys_of(row.words):",
        *ON_SHEETS,
    ),
    guard(
        "a ruling without a turn is laid over no second play of the same words",
        OVERLAY,
        "if not row.turn and len(free) == 1:",
        "if not row.turn and free:",
        *ON_SHEETS,
    ),
    guard(
        "a play of long ago is lent to no new ruling",
        "tdapp/scoresheets/ruled_told.py",
        "if one.turn > least and wanted <= one.words",
        "if wanted <= one.words",
        *ON_SHEETS,
    ),
    guard(
        "single words are told to nobody who does not direct",
        "tdapp/judging/ruling_page.py",
        'return can(ctx, "division.edit")',
        "return True",
        "tests/judging/test_single_words.py",
    ),
    guard(
        "single words are told over the API to nobody who does not direct",
        "tdapp/api/views/judging.py",
        'told = WORD if can(ctx, "division.edit") else TYPED',
        "told = WORD",
        "tests/api/test_judging.py",
    ),
    guard(
        "a letter of another alphabet is no letter of a word",
        "tdapp/judging/words_of_play.py",
        "if odd := strange_in(clean(word).translate(BETWEEN), _alphabet(ruleset)):",
        'if odd := "":',
        *AT_KIOSK,
    ),
    guard(
        "a kiosk's session begins empty",
        "tdapp/judging/views/kiosks.py",
        "    request.session.flush()\n",
        "",
        *AT_KIOSK,
    ),
    guard(
        "a kiosk is left by a director of its event",
        "tdapp/judging/kiosk.py",
        ' or "division.edit" not in granted(access.roles_of(user, event))',
        "",
        *AT_KIOSK,
    ),
    guard(
        "a revoked table link opens nothing",
        LINKS,
        "link.revoked_at is None and clock.now() < link.expires_at",
        "clock.now() < link.expires_at",
        *AT_LINKS,
    ),
    guard(
        "a table link ends by the clock",
        LINKS,
        "link.revoked_at is None and clock.now() < link.expires_at",
        "link.revoked_at is None",
        *AT_LINKS,
    ),
    guard(
        "a table link ends with its round",
        LINKS,
        "in_time and link.round.is_open and",
        "in_time and",
        *AT_LINKS,
    ),
    guard(
        "a link that was revoked meanwhile calls nobody",
        BY_LINK,
        "    link.refresh_from_db()\n    table = table_of(link)\n    _refuse_many(link)\n",
        "    table = table_of(link)\n    _refuse_many(link)\n",
        *AT_LINKS,
    ),
    guard(
        "a phone ends no call of another table",
        BY_LINK,
        "pk=call, table=table)",
        "pk=call)",
        *BY_PHONE,
    ),
    guard(
        "a phone ends no call the desk or the kiosk made",
        BY_LINK,
        "if row.link_id is None:",
        "if False:",
        *BY_PHONE,
    ),
    guard(
        "the log holds no token",
        "tdapp/launch/logs.py",
        'return TOKEN.sub(r"/\\1/...", text)',
        "return text",
        *AT_LINKS,
    ),
)
