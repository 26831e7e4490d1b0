"""Addresses of the event's own screens. They come before the desk's, whose divisions follow the event's name."""

from __future__ import annotations

from django.urls import path, re_path

from tdapp.events.entries.views import checkin, eligible, entries, entry, wishes
from tdapp.events.log.views import log
from tdapp.events.members.views import account, join, people, takeover
from tdapp.events.rules.views import board, rule_pages, rule_values, rules, tiles
from tdapp.events.setup.views import create, front, home, plan, settings

app_name = "events"
EVENT = "e/<slug:event>/"
ENTRY = f"{EVENT}entries/<uuid:pk>/"
RULES = f"{EVENT}<slug:division>/rules/"

urlpatterns = [
    path("", home.home, name="home"),
    # Typed from memory it often ends in a slash; what was typed into the form must not be lost on the way.
    re_path(r"^login/?$", account.log_in, name="login"),
    path("front", front.front, name="front"),
    path("log", log.whole_log, name="whole_log"),
    path("logout", account.log_out, name="logout"),
    path("again", account.again, name="again"),
    path("new", create.new_event, name="new"),
    path("new/clone", create.clone, name="clone"),
    path("new/division", create.one_more_division, name="one_more_division"),
    path("c/<slug:club>/new", create.new_event, name="club_new"),
    path("c/<slug:club>/new/clone", create.clone, name="club_clone"),
    path("c/<slug:club>/new/division", create.one_more_division, name="club_division"),
    path("join/<str:token>", join.join, name="join"),
    path("rules/", rule_pages.index, name="rule_index"),
    path("rules/<slug:topic>", rule_pages.topic, name="rule_page"),
    path(f"{EVENT}back", home.bring_back, name="bring_back"),
    path(f"{EVENT}settings", settings.event_settings, name="settings"),
    path(f"{EVENT}settings/minors", settings.minors, name="minors"),
    path(f"{EVENT}settings/away", settings.put_away, name="put_away"),
    path(f"{EVENT}settings/divisions/add", settings.add_division, name="add_division"),
    path(f"{EVENT}settings/divisions/<slug:division>/", settings.division_settings, name="division_settings"),
    path(f"{EVENT}people", people.people, name="people"),
    path(f"{EVENT}people/switch", takeover.switch, name="switch"),
    path(f"{EVENT}people/pin", people.set_pin, name="set_pin"),
    path(f"{EVENT}people/pin/drop", people.drop_pin, name="drop_pin"),
    path(f"{EVENT}people/readmit/<uuid:user>", people.readmit, name="readmit"),
    path(f"{EVENT}people/plays", people.plays, name="plays"),
    path(f"{EVENT}people/add", people.add_member, name="add_member"),
    path(f"{EVENT}people/<uuid:pk>/remove", people.remove_member, name="remove_member"),
    path(f"{EVENT}people/links", people.invite, name="invite"),
    path(f"{EVENT}people/links/<uuid:pk>", people.link, name="link"),
    path(f"{EVENT}people/links/<uuid:pk>/revoke", people.revoke_link, name="revoke_link"),
    path(f"{EVENT}eligible/", eligible.eligible_list, name="eligible"),
    path(f"{EVENT}eligible/list.csv", eligible.export, {"format": "csv"}, name="eligible_csv"),
    path(f"{EVENT}eligible/list.xlsx", eligible.export, {"format": "xlsx"}, name="eligible_xlsx"),
    path(f"{EVENT}eligible/<slug:division>/keep", eligible.keep, name="eligible_keep"),
    path(f"{EVENT}log", log.log, name="log"),
    path(f"{EVENT}entries/", entries.entries, name="entries"),
    path(f"{EVENT}entries/add", entries.add, name="add"),
    path(f"{EVENT}entries/known", entries.suggestions, name="known"),
    path(f"{EVENT}entries/names", entries.names, name="names"),
    path(f"{EVENT}entries/seed/<slug:division>", entries.seed, name="seed"),
    path(ENTRY, entry.entry, name="entry"),
    path(f"{ENTRY}withdraw", entry.withdraw, name="withdraw"),
    path(f"{ENTRY}rejoin", entry.rejoin, name="rejoin"),
    path(f"{ENTRY}substitute", entry.substitute, name="substitute"),
    path(f"{ENTRY}move", entry.move, name="move"),
    path(f"{ENTRY}remove", entry.remove, name="remove"),
    path(f"{ENTRY}private/open", entry.open_private, name="open_private"),
    path(f"{ENTRY}private", entry.private, name="private"),
    path(f"{EVENT}library/<uuid:pk>/forget", board.forget, name="forget_set"),
    path(f"{EVENT}<slug:division>/plan/", plan.plan, name="plan"),
    path(f"{EVENT}<slug:division>/plan/read", plan.read, name="plan_read"),
    path(f"{EVENT}<slug:division>/wishes/", wishes.wishes, name="wishes"),
    path(f"{RULES}", rules.rules, name="rules"),
    path(f"{RULES}print/", rule_values.on_paper, name="rule_paper"),
    path(f"{RULES}board/", board.board, name="board"),
    path(f"{RULES}tiles/", tiles.tiles, name="tiles"),
    path(f"{RULES}confirm", board.confirm, name="confirm_rules"),
    path(f"{RULES}values/", rule_values.values, name="rule_values"),
    path(f"{RULES}file/", rule_values.file, name="rule_file"),
    path(f"{RULES}file/<slug:kind>", rule_values.download, name="rule_download"),
    path(f"{EVENT}checkin/", checkin.checkin, name="checkin"),
    path(f"{EVENT}checkin/line", checkin.check_in_line, name="check_in_line"),
    path(f"{EVENT}checkin/here", checkin.check_in_together, name="check_in_together"),
    path(f"{EVENT}checkin/card/<slug:code>", checkin.card, name="check_in_card"),
    path(f"{EVENT}checkin/<uuid:pk>", checkin.check_in, name="check_in"),
    path(f"{EVENT}checkin/without/<slug:division>", checkin.pair_without, name="pair_without"),
    path(f"{EVENT}checkin/house/<slug:division>", checkin.add_house, name="add_house"),
]
