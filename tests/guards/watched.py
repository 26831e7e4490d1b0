"""Which tests watch over a file's refusals: the first row whose beginning fits. Narrow ones stand before wide ones."""

from __future__ import annotations

from collections.abc import Iterator

Rows = tuple[tuple[str, tuple[str, ...]], ...]


def _in(folder: str, names: str) -> tuple[str, ...]:
    """Test files of a folder by their short names; "" is the whole folder."""
    return tuple(f"tests/{folder}/test_{name}.py" for name in names.split()) or (f"tests/{folder}",)


def _each(place: str, files: str, *tests: tuple[str, ...]) -> Rows:
    """The same tests for several beginnings in one place."""
    together = tuple(one for some in tests for one in some)
    return tuple((f"{place}{file}", together) for file in files.split() or [""])


EVERYWHERE = _in("guards", "refused refused_edits")
REFUSED = _in("guards", "refused")
PAIRING = (*_in("desk", "pairing pairing_aside recall pairing_views"), *REFUSED)

PRIZES: Rows = (
    *_each(
        "tdapp/desk/",
        "prizes/commands/ceremony.py prizes/commands/prizes.py",
        _in("prizes", "refused finals given_since"),
    ),
    *_each("tdapp/desk/", "prizes/views/ceremony.py prizes/views/prizes.py", _in("prizes", "refused")),
    *_each("tdapp/desk/", "prizes/commands/finalising.py", _in("prizes", "finals")),
    *_each("tdapp/desk/", "prizes/commands/freezing.py", _in("prizes", "freeze after_the_end")),
    *_each(
        "tdapp/desk/", "prizes/forms.py prizes/rules/lines.py", _in("prizes", "lines refused private_prizes")
    ),
    *_each(
        "tdapp/publishing/",
        "certificates/",
        _in("prizes", "certificates refused"),
    ),
)
PHONES: Rows = (
    *_each(
        "tdapp/desk/",
        "results/commands/claiming.py phones/commands/phones.py",
        _in("phones", "refused claims after_a_claim two_people"),
    ),
    *_each("tdapp/desk/", "phones/find_player.py", _in("phones", "finding refused lock_outs")),
    *_each("tdapp/desk/", "results/views/link_report.py", _in("phones", "refused")),
    *_each("tdapp/publishing/phones/", "", _in("phones", "page")),
)
HALL: Rows = (
    *_each("tdapp/events/", "day/commands/announcements.py", _in("hall", "refusals")),
    *_each("tdapp/events/", "day/commands/clocking.py", _in("hall", "refusals clocks")),
    *_each(
        "tdapp/events/",
        "day/commands/day_plan.py entries/commands/roll_calls.py",
        _in("hall", "refusals day"),
    ),
    *_each("tdapp/desk/", "day/views/hall.py", _in("hall", "refusals")),
)
DEMO: Rows = _each("tdapp/demo/", "", _in("demo", "demo demo_job"))
TEAMS: Rows = (
    *_each(
        "tdapp/desk/", "pairing/commands/line_ups.py pairing/views/lineups.py", _in("desk", "team_matches")
    ),
    *_each("tdapp/events/", "entries/commands/eligibility.py", _in("events", "eligible")),
    *_each(
        "tdapp/events/",
        "log/commands/log.py management/commands/erase_log.py",
        _in("desk", "log_proves"),
        _in("events", "setup"),
    ),
    *_each("tdapp/kernel/log/", "heads.py", _in("kernel", "heads")),
)
COPIES: Rows = (
    *_each(
        "tdapp/interchange/", "commands/copies.py commands/rehearsals.py", _in("copies", "refused takeover")
    ),
    *_each(
        "tdapp/interchange/", "commands/copy_keys.py copies/places.py", _in("copies", "by_itself takeover")
    ),
    *_each("tdapp/interchange/", "copies/sealed.py", _in("copies", "sealed refused")),
    *_each(
        "tdapp/interchange/",
        "copies/content.py copies/insert_rows.py",
        _in("copies", "refused sealed hostile takeover"),
    ),
    *_each(
        "tdapp/interchange/", "copies/phone_codes.py copies/take_over.py", _in("copies", "refused takeover")
    ),
    *_each("tdapp/interchange/", "copies/making.py", _in("copies", "refused takeover")),
    *_each("tdapp/interchange/", "copies/", _in("copies", "refused two_laptops")),
    *_each(
        "tdapp/interchange/", "management/commands/takeover.py views/takeover.py", _in("copies", "refused")
    ),
    *_each("tdapp/interchange/", "views/helpers.py", _in("copies", "two_laptops")),
    *_each("tdapp/kernel/", "signing_in/owning.py", _in("judging", "whose"), _in("events", "pin_sessions")),
    *_each("tdapp/kernel/", "fence.py", _in("kernel", "fence"), _in("copies", "two_laptops")),
)
PAPER: Rows = (
    *_each(
        "tdapp/desk/",
        "results/by_hand.py results/commands/by_hand.py results/views/by_hand.py",
        _in("paper", "by_hand"),
    ),
    *_each("tdapp/publishing/paper/", "rounds.py", _in("paper", "round_sheets")),
    *_each(
        "tdapp/publishing/",
        "paper/drawing/ paper/making.py paper/parts/ paper/views/paper.py",
        _in("paper", "pack round_sheets"),
    ),
)
PUBLIC: Rows = (
    *_each("tdapp/publishing/", "screens/commands/screens.py screens/slides/", _in("screens", "feed")),
    *_each("tdapp/publishing/", "sharing/views/share.py", _in("screens", "sharing")),
    *_each("tdapp/publishing/look/", "pictures.py", _in("prizes", "certificates refused")),
    *_each("tdapp/publishing/look/", "", _in("publishing", "look")),
    *_each("tdapp/publishing/entering/", "", _in("publishing", "entering")),
    *_each("tdapp/publishing/embed/", "", _in("publishing", "embed")),
    *_each("tdapp/publishing/site/push/", "commands/ kinds.py views.py", _in("publishing/push", "places")),
    *_each("tdapp/publishing/", "inbox/ site/inbox_protocol.py", _in("publishing/push", "inbox"), REFUSED),
    *_each(
        "tdapp/publishing/",
        "site/push/pushing.py management/commands/push.py",
        _in("publishing/push", "pushing"),
    ),
    *_each("tdapp/publishing/site/push/", "", _in("publishing/push", "")),
    *_each("tdapp/publishing/", "site/", _in("publishing/site", "building download folder stages")),
    *_each("tdapp/publishing/", "released/replays.py", _in("publishing", "replay games")),
    *_each(
        "tdapp/publishing/", "", _in("publishing", "released release_states games"), _in("screens", "feed")
    ),
)
DESK: Rows = (
    *_each("tdapp/desk/", "results/commands/results.py", _in("desk", "results"), _in("phones", "two_people")),
    *_each(
        "tdapp/desk/",
        "pairing/commands/release.py overview/views/release.py",
        _in("desk", "release sheet_check"),
    ),
    *_each("tdapp/desk/", "results/commands/questions.py", _in("desk", "questions")),
    *_each(
        "tdapp/desk/",
        "standings/chances.py standings/commands/chances.py standings/views/chances.py",
        _in("desk", "chances refused"),
    ),
    *_each("tdapp/desk/", "rehearsal/simulation.py pairing/verdict.py", _in("desk", "refused")),
    *_each(
        "tdapp/desk/",
        "pairing/commands/as_played.py",
        _in("desk", "refused sheet_as_played pairing recall pairing_views where_they_sat"),
        REFUSED,
    ),
    *_each(
        "tdapp/desk/",
        "results/commands/sheets.py results/sheet_entry.py ledger/sheet_check.py",
        _in("desk", "sheet_check sheet_enter"),
    ),
    *_each("tdapp/", "management/commands/migrate.py", _in("launch", "prepare")),
    *_each("tdapp/desk/", "management/", _in("desk", "commands results_by_command changes_by_command")),
    *_each("tdapp/desk/", "results/typed_lines.py", _in("desk", "results_by_command")),
    *_each("tdapp/desk/", "ledger/unfinished_game.py", _in("desk", "unfinished")),
    *_each(
        "tdapp/desk/",
        "standings/views/standings.py standings/views/prints.py",
        _in("desk", "refused pages standings"),
    ),
    *_each("tdapp/desk/", "ledger/result_entry.py", _in("desk", "entry results")),
    *_each("tdapp/desk/", "results/intake.py", _in("desk", "echo enter_view")),
    *_each("tdapp/desk/", "results/views/enter.py", _in("desk", "enter_view")),
    *_each("tdapp/desk/", "ledger/pairing_adapter.py", _in("desk", "pairing"), REFUSED),
    *_each(
        "tdapp/desk/",
        "pairing/pairing_forms.py pairing/views/drafts.py pairing/views/round_page.py pairing/views/rounds.py",
        _in("desk", "pairing_views refused"),
    ),
    *_each(
        "tdapp/desk/",
        "pairing/commands/recalling.py",
        _in("desk", "recall"),
        _in("scoresheets", "recall"),
        _in("judging", "incidents"),
        PAIRING,
    ),
    *_each("tdapp/desk/", "pairing/commands/ pairing/drafts.py", PAIRING),
)
JUDGES: Rows = (
    *_each("tdapp/judging/", "kiosk/repeated_plays.py", _in("judging", "kiosk_repeated_plays")),
    *_each(
        "tdapp/judging/",
        "kiosk/commands/kiosks.py kiosk/commands/kiosk_rulings.py "
        "kiosk/session.py tables/codes.py kiosk/views/kiosk.py",
        _in("judging", "kiosk kiosk_table kiosk_repeated_plays refused"),
    ),
    *_each("tdapp/judging/", "kiosk/guard.py", _in("judging", "kiosk_fence")),
    *_each(
        "tdapp/judging/",
        "phone/commands/table_links.py tables/links.py phone/views/table_links.py phone/views/phone.py",
        _in("judging", "table_links table_phone"),
    ),
    *_each(
        "tdapp/judging/",
        "incidents/commands/incidents.py incidents/commands/incident_photos.py incidents/views/incidents.py",
        _in("judging", "incidents refused"),
    ),
    *_each("tdapp/judging/", "", _in("judging", "")),
)
SHEETS: Rows = (
    *_each("tdapp/scoresheets/", "files/commands/upload.py", _in("scoresheets", "upload")),
    *_each(
        "tdapp/", "kernel/pages/photos.py scoresheets/files/commands/photos.py", _in("scoresheets", "photos")
    ),
    *_each("tdapp/scoresheets/", "timer/commands/timing.py", _in("scoresheets", "timer")),
    *_each("tdapp/scoresheets/", "replay/commands/release.py", _in("scoresheets", "release")),
    *_each("tdapp/scoresheets/", "lists/checking.py", _in("api", "scoresheets")),
    *_each(
        "tdapp/scoresheets/",
        "editor/commands/ files/commands/ lists/commands/ replay/commands/ "
        "timer/commands/ sheet/storing.py sheet/operations.py editor/views/bodies.py",
        _in("scoresheets", "writing refused"),
    ),
    *_each("tdapp/scoresheets/", "", _in("scoresheets", "")),
)
EVENTS: Rows = (
    *_each("tdapp/events/", "members/commands/members.py", _in("events", "members pages_doors")),
    *_each(
        "tdapp/events/",
        "members/commands/desk_pins.py models/pins.py members/password_again.py members/middleware.py",
        _in("events", "desk_pins pin_sessions"),
        _in("accounts", "every_door"),
    ),
    *_each(
        "tdapp/events/",
        "members/commands/playing.py members/views/people.py",
        _in("events", "members refused"),
    ),
    *_each(
        "tdapp/events/",
        "setup/commands/creating.py setup/commands/editing.py setup/event_fields.py",
        _in("events", "setup"),
        _in("demo", "demo"),
        _in("interchange", "archives"),
    ),
    *_each("tdapp/events/", "entries/commands/entrants.py", _in("events", "entrants presence")),
    *_each("tdapp/events/", "entries/commands/filling_private.py", _in("prizes", "private_prizes")),
    *_each("tdapp/events/", "entries/commands/minors.py", _in("interchange", "staged_lists unknown_ages")),
    *_each(
        "tdapp/events/",
        "entries/commands/presence.py entries/commands/arrivals.py",
        _in("events", "presence"),
    ),
    *_each(
        "tdapp/events/",
        "rules/commands/rules.py management/commands/set_rules.py",
        _in("events", "refused set_rules rule_values"),
    ),
    *_each("tdapp/events/", "entries/commands/wishing.py", _in("events", "wishes")),
    *_each(
        "tdapp/events/",
        "rules/views/rule_pages.py rules/views/rule_values.py",
        _in("events", "rule_pages rule_values"),
    ),
    *_each(
        "tdapp/events/",
        "cli.py management/",
        _in("events", "refused"),
        _in("desk", "commands changes_by_command never_seen"),
        _in("interchange", "import_roster"),
    ),
    *_each(
        "tdapp/events/",
        "members/forms.py members/views/account.py access.py",
        _in("events", "pages_doors pin_sessions refused pages_create"),
        _in("clubs", "refused"),
        _in("interchange", "screens"),
        REFUSED,
    ),
    *_each(
        "tdapp/events/",
        "entries/views/ log/views/ members/views/ rules/views/ screens.py setup/views/",
        _in("events", "refused pages_doors pages_create"),
        _in("interchange", "screens"),
        REFUSED,
    ),
    *_each("tdapp/events/", "setup/commands/front.py", _in("events", "front_text")),
    *_each("tdapp/events/", "entries/ members/ rules/ setup/", _in("events", "pages_entries")),
    *_each(
        "tdapp/people/",
        "registry.py",
        _in("events", "entrants presence"),
        _in("interchange", "import_roster"),
    ),
)
RATINGS: Rows = _each(
    "tdapp/ratings/",
    "",
    _in(
        "ratings",
        "runs long_works identity exchange seeding keeping_pages public_pages projected_pages explain rate_file unfinished "
        "importing settings_limits refused",
    ),
)
INTERCHANGE: Rows = (
    *_each(
        "tdapp/interchange/",
        "commands/entering.py",
        _in("interchange", "refused lists_refused staged_lists unknown_ages screens"),
    ),
    *_each(
        "tdapp/interchange/",
        "commands/federation.py federation/",
        _in("interchange", "federation bundles_refused"),
    ),
    *_each(
        "tdapp/interchange/",
        "backups/ commands/backups.py views/backups.py",
        _in("interchange", "refused backup_page backups backup_photos"),
    ),
    *_each(
        "tdapp/interchange/",
        "archives/ event_file/",
        _in("interchange", "refused lists_refused archives archive_parts archive_kinds event_file"),
    ),
    *_each("tdapp/interchange/", "season/ management/commands/season.py", _in("interchange", "season")),
    *_each("tdapp/interchange/", "exports/trf.py", _in("interchange", "refused trf")),
    *_each("tdapp/interchange/", "exports/ views/export.py", _in("interchange", "refused exports screens")),
    *_each(
        "tdapp/interchange/",
        "roster/ entering/ lists/ forms/roster.py management/commands/import_roster.py",
        _in("interchange", "roster import_roster staged_lists list_columns reading_told lists_refused"),
    ),
    *_each(
        "tdapp/interchange/",
        "tsh/ results_book/ forms/results_columns.py",
        _in("interchange", "refused lists_refused tsh tsh_folder tou results_book results_columns archives"),
    ),
    *_each(
        "tdapp/interchange/",
        "management/",
        _in("interchange", "refused archives tsh tsh_folder federation exports"),
    ),
    *_each(
        "tdapp/interchange/",
        "commands/ files.py forms/files.py views/",
        _in("interchange", "refused lists_refused import_roster exports screens archives"),
    ),
)
KERNEL: Rows = (
    *_each(
        "tdapp/kernel/",
        "tabular/",
        _in("kernel", "tabular_reading tabular_hostile"),
        _in("interchange", "screens"),
    ),
    *_each(
        "tdapp/accounts/",
        "second/passkeys.py commands/factors.py",
        _in("accounts", "refused passkeys second_step own_pages"),
    ),
    *_each("tdapp/accounts/", "federation.py views/federation.py", _in("accounts", "federation")),
    *_each(
        "tdapp/accounts/",
        "",
        _in("accounts", "refused rule every_door second_step own_pages invited_pages passkeys"),
    ),
    *_each(
        "tdapp/kernel/signing_in/",
        "invitations.py inviting.py passwords.py",
        _in("kernel", "invitations"),
        _in("guards", "command_permissions"),
    ),
    *_each("tdapp/kernel/", "signing_in/users.py", _in("kernel", "owners accounts")),
    *_each("tdapp/kernel/", "signing_in/limits.py", _in("kernel", "limits"), _in("phones", "floods refused")),
    *_each("tdapp/kernel/", "ports.py", _in("contracts", "wiring")),
    *_each("tdapp/kernel/", "permissions.py", _in("kernel", "permissions"), _in("events", "pin_sessions")),
    *_each("tdapp/kernel/", "cli.py", _in("desk", "commands")),
    *_each(
        "tdapp/kernel/",
        "",
        _in("kernel", "commands jobs accounts tries"),
        _in("events", "pages_doors"),
        _in("guards", "command_permissions refused refused_edits every_constraint"),
    ),
    *_each("tdapp/api/", "", REFUSED, _in("api", "")),
)
LEXICONS: Rows = (
    *_each(
        "lexicon_admin/", "commands/imports.py commands/list_reading.py", _in("lexicon", "imports going_on")
    ),
    *_each("lexicon_admin/words/", "store.py building.py", _in("lexicon", "building")),
    *_each("lexicon_admin/words/", "normalise.py", _in("lexicon", "normalise")),
    *_each("lexicon_admin/words/", "tiles.py tilings.py", _in("lexicon", "tilings")),
    *_each("lexicon_admin/words/finding/", "", _in("lexicon", "finding")),
    *_each("lexicon_admin/words/", "", _in("lexicon", "reading hostile building")),
    *_each(
        "lexicon_admin/",
        "lists/searching.py lists/indexes.py prints/found_files.py commands/searches.py",
        _in("lexicon", "searching"),
    ),
    *_each(
        "lexicon_admin/",
        "commands/feedback.py commands/voting_days.py views/learning.py",
        _in("lexicon", "votes_and_feedback"),
    ),
    *_each("lexicon_admin/", "", _in("lexicon", "committee publishing imports command_line pages")),
)
CLUBS: Rows = (
    *_each("tdapp/clubs/", "commands/members.py", _in("clubs", "members refused")),
    *_each("tdapp/clubs/", "commands/seasons.py views/seasons.py", _in("clubs", "seasons certificates")),
    *_each(
        "tdapp/clubs/",
        "commands/certificates.py views/certificates.py seasons/papers.py",
        _in("clubs", "certificates looked_up"),
    ),
    *_each("tdapp/clubs/", "players/views.py", _in("clubs", "players")),
    *_each("tdapp/clubs/", "", _in("clubs", "refused officers public websites")),
    *_each("tdapp/events/", "setup/commands/for_a_club.py", _in("clubs", "officers foreign")),
)
WATCHED: Rows = (
    *CLUBS,
    *DEMO, *PRIZES, *PHONES, *HALL, *TEAMS, *COPIES, *PAPER, *PUBLIC, *DESK, *JUDGES, *SHEETS, *EVENTS, *RATINGS, *INTERCHANGE,
    *KERNEL, *LEXICONS,
)  # fmt: skip
# What runs before there is anybody to refuse; how it stops is tried in tests/launch and tests/services.
UNWATCHED = ("tdapp/launch/", "tdapp/devtools/", "tdapp/settings.py", "tdapp/command_line.py")


def watchers(file: str) -> tuple[str, ...]:
    """The test files that watch over a file; none when no row fits."""
    tests = next((tests for start, tests in WATCHED if file.startswith(start)), ())
    return tuple(dict.fromkeys((*tests, *EVERYWHERE))) if tests else ()


def unreached() -> Iterator[str]:
    """Rows that never fit because a wider one stands before them."""
    for place, (start, _tests) in enumerate(WATCHED):
        if any(start.startswith(before) for before, _more in WATCHED[:place]):
            yield start
