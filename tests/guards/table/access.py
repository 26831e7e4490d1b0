"""Who is who: events, sessions, PINs, links, and what every page carries."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

ACCESS = "tdapp/events/access.py"
MEMBERS = "tdapp/events/members/commands/members.py"
DESK_PINS = "tdapp/events/members/commands/desk_pins.py"
SETTINGS = "tdapp/settings.py"

GUARDS: tuple[Guard, ...] = (
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
        "    ctx = request_context(request, event)\n    require(ctx, needs)\n",
        "    ctx = request_context(request, event)\n",
        "tests/contracts/test_permission_matrix.py -k desk",
    ),
    guard(
        "an event that was put away is gone",
        ACCESS,
        "Event.objects.filter(deleted_at=None, slug=slug)",
        "Event.objects.filter(slug=slug)",
        "tests/events",
        "tests/guards/test_refused.py",
    ),
    guard(
        "an inactive user has no roles",
        ACCESS,
        "found = _memberships(user.pk, event.pk) if user.is_active else []",
        "found = _memberships(user.pk, event.pk)",
        "tests/guards/test_refused.py",
    ),
    guard(
        "a PIN session stays at its event",
        ACCESS,
        ' or sessions.bound_to(request) not in {"", str(event.pk)}',
        "",
        "tests/events/test_pages_doors.py",
        "tests/events/test_pin_sessions.py",
    ),
    guard(
        "a PIN does the work of the desk and no more",
        "tdapp/kernel/permissions.py",
        " and (permission in DESK_WORK or not ctx.by_pin)",
        "",
        "tests/events/test_pin_sessions.py",
    ),
    guard(
        "a session ends with its PIN",
        "tdapp/events/members/middleware.py",
        " and not _still_open(request, user)",
        " and False",
        "tests/events/test_pin_sessions.py",
    ),
    guard(
        "the password is one's own",
        "tdapp/events/members/password_again.py",
        "    if found is None or found.pk != user.pk:\n        return False\n",
        "",
        "tests/events/test_pin_sessions.py",
    ),
    guard(
        "wrong PINs are counted",
        DESK_PINS,
        'rows.update(tries=F("tries") + 1)',
        'rows.update(tries=F("tries"))',
        "tests/events/test_desk_pins.py",
    ),
    guard(
        "a closed PIN is not looked at",
        DESK_PINS,
        "pin_hash=pin.pin_hash, tries__lt=TRIES",
        "pin_hash=pin.pin_hash",
        "tests/events/test_desk_pins.py",
    ),
    guard(
        "no other event has a say in whose games one decides on",
        ACCESS,
        "said[0] if said else user.person",
        "user.person",
        "tests/events/test_members.py -k word_of_another_event",
    ),
    guard(
        "what was said of a person first stays",
        "tdapp/events/members/commands/playing.py",
        'User.objects.filter(pk=user.pk, person="").update',
        "User.objects.filter(pk=user.pk).update",
        "tests/events/test_members.py -k known_as_a_player",
    ),
    guard(
        "a director lifts no log-in that opens more than his own events",
        MEMBERS,
        '"PIN" if stands_elsewhere(ctx, event, user) else "log-in"',
        '"log-in"',
        "tests/events/test_members.py -k opens_more",
    ),
    guard(
        "the join form sent again is the same browser's",
        "tdapp/events/members/views/join.py",
        "f\"{secret}:{facts['key']}\"",
        "facts['key']",
        "tests/events/test_pages_doors.py -k sent_again",
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
        "tdapp/kernel/signing_in/accounts.py",
        "    if left := tries.take([*wrong, cost]):",
        "    if (left := tries.take([*wrong, cost])) and False:",
        "tests/kernel/test_accounts.py",
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
        '    "tdapp.launch.requests.middleware.PrivatePages",\n',
        "",
        "tests/contracts/test_every_page.py -k cache",
    ),
    guard(
        "foreign host names are refused",
        SETTINGS,
        '    "tdapp.launch.requests.middleware.LanHosts",\n',
        "",
        "tests/launch/test_requests.py",
    ),
)
