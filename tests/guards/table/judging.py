"""The players' screen and what it asks."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

SETTINGS = "tdapp/settings.py"
KIOSKS = "tdapp/judging/kiosk/commands/kiosks.py"
RULINGS = "tdapp/judging/rulings/commands/rulings.py"
AT_KIOSK = ("tests/judging/test_kiosk.py",)
KIOSK_RULINGS, ONCE = "tdapp/judging/kiosk/commands/kiosk_rulings.py", "tdapp/judging/kiosk/repeated_plays.py"
ONCE_AT_KIOSK, OF_TABLE = (
    ("tests/judging/test_kiosk_repeated_plays.py",),
    ("tests/judging/test_kiosk_table.py",),
)
CALLS = "tdapp/judging/rulings/commands/calls.py"
BY_JUDGES = ("tests/judging/test_rulings.py",)
OVERLAY = "tdapp/scoresheets/rulings/rulings_on_plays.py"
ON_SHEETS = ("tests/judging/test_on_the_sheet.py",)
FENCE = ("tests/judging/test_kiosk_fence.py",)
LINKS, AT_LINKS = "tdapp/judging/tables/links.py", ("tests/judging/test_table_links.py",)
BY_LINK = "tdapp/judging/phone/commands/table_links.py"
BY_PHONE = ("tests/judging/test_table_phone.py",)

GUARDS: tuple[Guard, ...] = (
    guard(
        "after the result a judge rules, not the kiosk",
        KIOSK_RULINGS,
        "    if table.results.filter(is_current=True).exists():\n",
        "    if False:\n",
        *ONCE_AT_KIOSK,
    ),
    guard(
        "a kiosk's browser stays at the kiosk",
        "tdapp/judging/kiosk/guard.py",
        "if not kiosk_id(request) or is_inside(request.path_info):",
        "if True:",
        *FENCE,
    ),
    guard("the kiosk's fence is up", SETTINGS, '    "tdapp.judging.kiosk.guard.KioskOnly",\n', "", *FENCE),
    guard(
        "a kiosk rules once in five seconds",
        KIOSKS,
        "if rows.filter(seen_at__lte=now - PAUSE).update(seen_at=now):",
        "if rows.update(seen_at=now):",
        *AT_KIOSK,
    ),
    guard(
        "a kiosk rules on the table that was opened by its code",
        "tdapp/judging/kiosk/session.py",
        "if table is None or not codes.fits(table, card.code):",
        "if table is None:",
        *OF_TABLE,
    ),
    guard(
        "wrong codes of a table are counted",
        "tdapp/judging/kiosk/session.py",
        "    codes.count_try(kiosk, card.number)\n",
        "",
        *OF_TABLE,
    ),
    guard(
        "a card that is over opens no kiosk",
        "tdapp/judging/kiosk/session.py",
        "if link is None or not opens(link) or",
        "if link is None or",
        *OF_TABLE,
    ),
    guard(
        "after a ruling a table is opened anew",
        KIOSKS,
        "update(table=None, shown=shown)",
        "update(shown=shown)",
        *OF_TABLE,
    ),
    guard(
        "who may not challenge is refused before a word is looked up",
        KIOSK_RULINGS,
        "    refuse_used_up(rulesets.of_division(kiosk.division), table, asked)\n",
        "",
        *AT_KIOSK,
    ),
    guard(
        "a play is ruled on once at the kiosk, and not in parts",
        KIOSK_RULINGS,
        "    if before := ruled_here(asked, table, stake):\n        return _answer_again(kiosk, asked, table, before)\n",
        "",
        *ONCE_AT_KIOSK,
    ),
    guard(
        "parts of a play that was ruled on are not ruled on",
        ONCE,
        "    if rulings or any(",
        "    if False and any(",
        *ONCE_AT_KIOSK,
    ),
    guard(
        "a play the sheet went on from is not ruled on",
        KIOSK_RULINGS,
        "if asked.play and (stake is None or asked.play != stake.play):",
        "if False:",
        *ONCE_AT_KIOSK,
    ),
    guard(
        "what the sheet does not show goes to a judge",
        KIOSK_RULINGS,
        "    if stake is not None and not asked.play:",
        "    if False:",
        *ONCE_AT_KIOSK,
    ),
    guard(
        "without a sheet a second challenge soon after goes to a judge",
        KIOSK_RULINGS,
        "    if stake is None and soon_after(table):",
        "    if False:",
        *ONCE_AT_KIOSK,
    ),
    guard(
        "words typed before there was a sheet move no figure of it",
        OVERLAY,
        "if row.ruled_by != Ruling.By.KIOSK or _on_paper(",
        "if True or _on_paper(",
        *ONCE_AT_KIOSK,
    ),
    Guard(
        "every list is asked about every word",
        (
            (
                "lexicon_admin/words/adjudicate.py",
                "    return [(kind, layer) for kind, layer, holds in asked if holds and key]",
                "    return next(([one[:2]] for one in asked if one[2]), [])",
            ),
            (
                "lexicon_admin/words/adjudicate.py",
                "    asked = [(kind, layer, layer.has(key)) for kind, layer in named if layer is not None]",
                "    asked = ((kind, layer, layer.has(key)) for kind, layer in named if layer is not None)",
            ),
        ),
        ONCE_AT_KIOSK,
    ),
    guard(
        "an incident is taken back by who wrote it down",
        "tdapp/judging/incidents/commands/incidents.py",
        "    refuse_withdraw(ctx, incident)\n    words",
        "    words",
        "tests/judging/test_whose.py",
    ),
    guard(
        "a call is called off by who called",
        CALLS,
        '    refuse_others(ctx, call.called_by, "judge.rule")\n',
        "",
        "tests/judging/test_whose.py",
    ),
    guard(
        "a job is stopped by who asked for it",
        "tdapp/kernel/jobs.py",
        "    refuse_others(ctx, row.actor, over)\n",
        "",
        "tests/judging/test_whose.py",
    ),
    guard(
        "a judge rules on a play once",
        RULINGS,
        "        refuse_second(asked, table)\n",
        "        pass\n",
        *BY_JUDGES,
    ),
    guard(
        "the same words of another player's play are not told again",
        ONCE,
        "    return len(whose) < 2 and keys_of",
        "    return keys_of",
        *ONCE_AT_KIOSK,
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
        "if play and play.may_be(row) and play.words & paper.keys(row):",
        "if play and play.may_be(row):",
        *ON_SHEETS,
    ),
    guard(
        "a ruling is laid over a play of the seat that was challenged",
        OVERLAY,
        "if play and play.may_be(row) and play.words & paper.keys(row):",
        "if play and play.words & paper.keys(row):",
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
        "tdapp/scoresheets/ruling_ports.py",
        "if one.move > least and wanted <= one.words",
        "if wanted <= one.words",
        *ON_SHEETS,
    ),
    guard(
        "single words are told to nobody who does not direct",
        "tdapp/judging/rulings/ruling_page.py",
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
        "tdapp/judging/words/words_of_play.py",
        "if odd := strange_in(clean(word).translate(BETWEEN), _alphabet(ruleset)):",
        'if odd := "":',
        *AT_KIOSK,
    ),
    guard(
        "a kiosk's session begins empty",
        "tdapp/judging/kiosk/views/kiosks.py",
        "    request.session.flush()\n",
        "",
        *AT_KIOSK,
    ),
    guard(
        "a kiosk is left by a director of its event",
        "tdapp/judging/kiosk/session.py",
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
        "tdapp/launch/requests/logs.py",
        'return TOKEN.sub(r"/\\1/...", text)',
        "return text",
        *AT_LINKS,
    ),
)
