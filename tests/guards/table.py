"""Guards that no pattern finds: locks, swaps, transactions, who may confirm what, what the public sees. By hand."""

from __future__ import annotations

from tests.guards.found import Guard

COMMANDS = "tdapp/kernel/commands.py"
RESULTS = "tdapp/desk/commands/results.py"
ROWS = "tdapp/desk/rows.py"
SHEETS = "tdapp/desk/commands/sheets.py"
CHECKED = ("tests/desk/test_sheet_check.py",)
PAIRING = "tdapp/desk/commands/pairing.py"
ENTRY = "tdapp/desk/entry.py"
JOBS = "tdapp/kernel/jobs.py"
ACCESS = "tdapp/events/access.py"
MEMBERS = "tdapp/events/commands/members.py"
SETTINGS = "tdapp/settings.py"
KIOSKS = "tdapp/judging/commands/kiosks.py"
RULINGS = "tdapp/judging/commands/rulings.py"
AT_KIOSK = ("tests/judging/test_kiosk.py",)
FENCE = ("tests/judging/test_kiosk_fence.py",)
RACES = ("tests/races",)


def guard(name: str, file: str, old: str, new: str, *tests: str, services: bool = False) -> Guard:
    """One guard in one file."""
    return Guard(name, ((file, old, new),), tests, services)


GUARDS: tuple[Guard, ...] = (
    # the door of every command
    guard(
        "a command's target is of the context's scope",
        COMMANDS,
        "if target.scope_key != ctx.scope:",
        "if False:",
        "tests/guards/test_command_permissions.py",
    ),
    guard(
        "a command asks for its permission",
        COMMANDS,
        "if not can(ctx, needs):",
        "if False:",
        "tests/guards/test_command_permissions.py",
    ),
    guard(
        "a command is one transaction",
        COMMANDS,
        "    try:\n        with transaction.atomic():\n            take_turn",
        "    try:\n        if True:\n            take_turn",
        "tests/kernel/test_commands.py",
    ),
    guard(
        "commands of one event take turns",
        COMMANDS,
        "            take_turn(ctx.scope)\n",
        "",
        *RACES,
        services=True,
    ),
    guard(
        "a key is claimed",
        COMMANDS,
        "if (known := _claim(ctx, intent, asked)) is not None:",
        "if (known := None) is not None:",
        "tests/desk/test_results.py",
    ),
    guard(
        "a key is for one thing only",
        COMMANDS,
        "if row.asked != asked:",
        "if False:",
        "tests/kernel/test_commands.py",
    ),
    guard(
        "the answer to a key is kept",
        COMMANDS,
        "            _remember(ctx, result)\n",
        "",
        "tests/desk/test_results.py",
    ),
    guard(
        "every command is logged",
        COMMANDS,
        """            audit.write(
                ctx, intent, change.target, before=change.before, after=change.after, reason=change.reason
            )
""",
        "",
        "tests/contracts/test_every_write_is_a_command.py -k desk",
    ),
    guard(
        "a refused conflict is logged",
        COMMANDS,
        "                _audit_refusal(ctx, intent, target, shown, refusal)\n",
        "",
        "tests/desk/test_results.py",
    ),
    guard(
        "what is private stays out of the log of refusals",
        COMMANDS,
        "if name not in private}",
        "if True}",
        "tests/kernel/test_commands.py",
    ),
    guard(
        "a broken constraint is a conflict",
        COMMANDS,
        "    except IntegrityError as error:",
        "    except ZeroDivisionError as error:",
        "tests/kernel/test_commands.py",
    ),
    guard(
        "an entry of the log that was changed is found",
        "tdapp/kernel/audit.py",
        "if entry.chained != link(entry):",
        "if False:",
        "tests/kernel/test_audit.py",
    ),
    guard(
        "an entry missing from the log is found",
        "tdapp/kernel/audit.py",
        "if entry.number != number + 1 or entry.previous != previous:",
        "if False:",
        "tests/kernel/test_audit.py",
    ),
    # results
    guard(
        "compare and swap",
        RESULTS,
        "if Table.objects.filter(pk=table.pk, version=seen).update",
        "if Table.objects.filter(pk=table.pk).update",
        "tests/desk/test_results.py",
    ),
    guard(
        "a table with a result takes no other",
        RESULTS,
        "    if current:\n        raise _already_in(ctx, table, current, entry)\n",
        "",
        "tests/desk/test_results.py",
    ),
    guard(
        "an entry on one's own game waits",
        RESULTS,
        "if at_once and not waiting and not plays_here(ctx, seats):",
        "if at_once and not waiting:",
        "tests/desk/test_results.py",
    ),
    guard(
        "nobody confirms alone",
        RESULTS,
        "    refuse_alone(ctx, table.round.division, current, seats)\n",
        "",
        "tests/desk/test_results.py",
    ),
    guard(
        "nobody confirms his own game",
        RESULTS,
        """    if plays_here(ctx, seats):
        raise _own_game()
    if not _is_own(ctx, current):""",
        "    if not _is_own(ctx, current):",
        "tests/desk/test_results.py",
    ),
    guard(
        "nobody's own second slip on his own game",
        RESULTS,
        """    if plays_here(ctx, seats):
        raise _own_game()
    return _put_through""",
        "    return _put_through",
        "tests/desk/test_results.py",
        "tests/guards/test_refused.py",
    ),
    guard(
        "a correction waits for a second person",
        RESULTS,
        "waits = _let_count(ctx, table, row, seats, division.confirm_policy != TWO_PEOPLE)",
        "waits = _let_count(ctx, table, row, seats, True)",
        "tests/desk/test_results.py",
    ),
    guard(
        "a correction is asked about too",
        RESULTS,
        """    _ask(entry, seats, division, sure)
    swap(table, table.version, entry)
    row = append(ctx, table, entry, seats, version=next_version(table), reason=reason)""",
        """    swap(table, table.version, entry)
    row = append(ctx, table, entry, seats, version=next_version(table), reason=reason)""",
        "tests/desk/test_results.py",
    ),
    guard(
        "only the newest counts",
        ROWS,
        "    row.table.results.filter(in_force=True).update(in_force=False)\n",
        "",
        "tests/desk/test_results.py",
    ),
    guard(
        "confirming moves the division's version",
        ROWS,
        '    Division.objects.filter(pk=row.table.round.division_id).update(version=F("version") + 1)\n',
        "",
        "tests/desk/test_results.py",
        "tests/desk/test_standings.py",
    ),
    guard(
        "undo is for one's own",
        RESULTS,
        " or str(current.entered_by_id) != user_id(ctx):",
        ":",
        "tests/desk/test_results.py",
    ),
    guard(
        "a tie stops",
        ENTRY,
        "return sorted(entry.scores)[-1] == sorted(entry.scores)[-2]",
        "return False",
        "tests/desk/test_results.py",
        "tests/desk/test_entry.py",
    ),
    # pairing
    guard(
        "a draft is changed as it was seen",
        PAIRING,
        'filter(pk=run.pk, version=seen, status="draft")',
        "filter(pk=run.pk)",
        "tests/desk/test_pairing.py",
        "tests/guards/test_refused.py",
    ),
    guard(
        "a draft is published as it was seen",
        PAIRING,
        "filter(pk=run.pk, version=seen, status=PairingRun.Status.DRAFT)",
        "filter(pk=run.pk)",
        "tests/desk/test_pairing.py",
        "tests/guards/test_refused.py",
    ),
    guard(
        "an unfit draft is not published",
        PAIRING,
        "    _refuse_unfit(run, round_)\n",
        "",
        "tests/desk/test_pairing.py",
    ),
    guard(
        "tables in use elsewhere",
        PAIRING,
        "    faults += _table_faults(run, round_)\n",
        "",
        "tests/desk/test_pairing.py",
    ),
    guard(
        "rules freeze with round 1",
        PAIRING,
        "    freeze(round_.division)\n",
        "",
        "tests/desk/test_pairing.py",
    ),
    guard(
        "a recall hits what was seen",
        PAIRING,
        'filter(pk=round_.pk, version=round_.version, status="published")',
        "filter(pk=round_.pk)",
        "tests/guards/test_refused.py",
    ),
    # who is who
    guard(
        "a foreign event does not exist",
        ACCESS,
        "    if not roles:\n        raise no_such_event()\n",
        "",
        "tests/contracts/test_permission_matrix.py -k desk",
    ),
    guard(
        "the signed-out go to the log-in",
        ACCESS,
        "    if isinstance(request.user, AnonymousUser):\n        raise not_signed_in()\n",
        "",
        "tests/contracts/test_permission_matrix.py -k desk",
    ),
    guard(
        "a page asks for its permission",
        ACCESS,
        "    if not can(ctx, needs):",
        "    if False:",
        "tests/contracts/test_permission_matrix.py -k desk",
    ),
    guard(
        "an event that was put away is gone",
        ACCESS,
        "find(Event.objects.filter(deleted_at=None), slug=slug)",
        "find(Event.objects.all(), slug=slug)",
        "tests/events",
        "tests/guards/test_refused.py",
    ),
    guard(
        "an inactive user has no roles",
        ACCESS,
        "    if not user.is_active:\n        return frozenset()\n",
        "",
        "tests/guards/test_refused.py",
    ),
    guard(
        "a PIN session stays at its event",
        ACCESS,
        'if getattr(request, "session", {}).get(PIN_EVENT, str(event.pk)) != str(event.pk):',
        "if False:",
        "tests/events/test_pages_doors.py",
    ),
    guard(
        "wrong PINs are counted",
        MEMBERS,
        "    _note_wrong_pin(event, user)\n",
        "",
        "tests/events/test_members.py",
    ),
    guard(
        "a locked PIN is not looked at",
        MEMBERS,
        "if user.pin_locked_until and user.pin_locked_until > now:",
        "if False:",
        "tests/events/test_members.py",
    ),
    guard(
        "a link ends",
        MEMBERS,
        "revoked_at=None, expires_at__gt=clock.now(), uses_left__gt=0, event__deleted_at=None",
        "event__deleted_at=None",
        "tests/events/test_members.py",
        "tests/events/test_pages_doors.py",
    ),
    guard(
        "a link's uses are counted",
        MEMBERS,
        '.update(uses_left=F("uses_left") - 1)',
        '.update(uses_left=F("uses_left"))',
        "tests/events/test_members.py",
    ),
    guard(
        "wrong passwords are held back",
        "tdapp/kernel/accounts.py",
        "    if any(count >= limits[key] for key, count in rows):",
        "    if False:",
        "tests/events/test_pages_doors.py",
    ),
    guard(
        "forms carry a CSRF token",
        SETTINGS,
        '    "django.middleware.csrf.CsrfViewMiddleware",\n',
        "",
        "tests/contracts/test_every_page.py -k csrf",
    ),
    guard(
        "the policy has no inline way",
        SETTINGS,
        '"default-src": [SELF],',
        '"default-src": [SELF, "\'unsafe-inline\'"],',
        "tests/contracts/test_every_page.py -k headers",
    ),
    guard(
        "pages are not framed",
        SETTINGS,
        '    "django.middleware.clickjacking.XFrameOptionsMiddleware",\n',
        "",
        "tests/contracts/test_every_page.py -k headers",
    ),
    guard(
        "private pages stay in no cache",
        SETTINGS,
        '    "tdapp.launch.middleware.PrivatePages",\n',
        "",
        "tests/contracts/test_every_page.py -k cache",
    ),
    guard(
        "foreign host names are refused",
        SETTINGS,
        '    "tdapp.launch.middleware.LanHosts",\n',
        "",
        "tests/launch/test_requests.py",
    ),
    # children and the public
    guard(
        "a guarded child's name is short",
        "tdapp/people/names.py",
        "    if consent or not is_guarded(age, school):",
        "    if True:",
        "tests/events/test_names.py",
    ),
    guard(
        "only an event with a public page has one",
        "tdapp/publishing/gate.py",
        "filter(slug=slug, public=True, deleted_at=None)",
        "filter(slug=slug)",
        "tests/publishing",
    ),
    guard(
        "only shown rounds are shown",
        "tdapp/publishing/gate.py",
        "rounds.filter(public_at__isnull=False).exclude(status=Round.Status.PLANNED)",
        "rounds",
        "tests/publishing",
    ),
    guard(
        "exports of names take their permission",
        "tdapp/interchange/commands/export.py",
        "if not can(ctx, wish.needs):",
        "if False:",
        "tests/interchange/test_exports.py",
    ),
    # jobs
    guard(
        "a job is claimed once",
        JOBS,
        "taken = Job.objects.filter(free, pk=pk).update(",
        "taken = Job.objects.filter(pk=pk).update(",
        "tests/kernel/test_jobs.py",
    ),
    guard(
        "a job that others took over stops",
        JOBS,
        "filter(pk=self.id, status=Job.Status.RUNNING, attempts=self.attempt)",
        "filter(pk=self.id)",
        "tests/kernel/test_jobs.py",
    ),
    guard(
        "a late worker does not write over a newer one",
        JOBS,
        "Job.objects.filter(pk=row.pk, attempts=row.attempts).update(",
        "Job.objects.filter(pk=row.pk).update(",
        "tests/kernel/test_jobs.py",
    ),
    guard(
        "a job is sent after the commit",
        JOBS,
        "transaction.on_commit(lambda: _send(row.pk))",
        "_send(row.pk)",
        "tests/kernel/test_jobs.py",
    ),
    guard(
        "a job is not tried for ever",
        JOBS,
        "if row.attempts > MAX_ATTEMPTS:",
        "if False:",
        "tests/kernel/test_jobs.py",
    ),
    # scoresheets against results
    guard(
        "nothing is confirmed past a sheet that differs",
        RESULTS,
        "    sheet_check.refuse_open(table, current)\n",
        "",
        *CHECKED,
        "tests/races/test_sheets.py",
    ),
    guard(
        "an entry that contradicts a sheet does not count at once",
        RESULTS,
        "if at_once and not waiting and",
        "if at_once and",
        *CHECKED,
        "tests/races/test_sheets.py",
    ),
    guard(
        "a round does not close over a sheet that differs",
        "tdapp/desk/commands/release.py",
        "if waiting := sheet_check.of_round(round_):",
        "if waiting := ():",
        *CHECKED,
    ),
    guard(
        "nobody decides between slip and sheet of his own game",
        SHEETS,
        "if plays_here(ctx, seats_of(table)):",
        "if False:",
        *CHECKED,
    ),
    guard(
        "a decision is about the sheet that was looked at",
        SHEETS,
        "if sheet.version != seen:",
        "if False:",
        *CHECKED,
    ),
    guard(
        "a decision is about the result that was looked at",
        SHEETS,
        "if current is None or current.version != result:",
        "if current is None:",
        *CHECKED,
    ),
    guard(
        "what changed since the decision is open again",
        "tdapp/desk/sheet_check.py",
        "if (one.sheet_version, one.result_id) == (sheet.version, result.pk)",
        "if True",
        *CHECKED,
    ),
    guard(
        "an event's check knows of sheets",
        "tdapp/desk/invariants.py",
        "if finished and any(moment > finished for moment in after):",
        "if False:",
        *CHECKED,
        "tests/races/test_sheets.py",
    ),
    # the players' screen
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
        "who may not challenge is refused before a word is looked up",
        RULINGS,
        "    _refuse_challenge(rulesets.of_division(division), table, asked, None)\n",
        "",
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
)
