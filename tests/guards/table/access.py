"""Who is who: events, sessions, PINs, links, and what every page carries."""

from __future__ import annotations

from tests.guards.found import Guard, guard

ACCESS = "tdapp/events/access.py"
MEMBERS = "tdapp/events/commands/members.py"
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
)
