"""Addresses of results, standings and prints."""

from __future__ import annotations

from django.urls import path

from tdapp.desk.views import (
    chances,
    claims,
    confirm,
    enter,
    lineups,
    link_report,
    phones,
    player,
    prints,
    release,
    results,
    sheets,
    standings,
    stats,
    teams,
    wallchart,
)

EVENT = "e/<slug:event>"
DIVISION = f"{EVENT}/<slug:division>"
ROUND = f"{DIVISION}/round/<int:number>"
TABLE = f"{ROUND}/table/<int:table>"

urlpatterns = [
    path(f"{EVENT}/enter/", enter.enter, name="enter"),
    path(f"{EVENT}/enter/undo", enter.undo, name="undo"),
    path(f"{EVENT}/enter/part/<slug:name>", enter.part, name="enter_part"),
    path(f"{EVENT}/enter/reported", claims.reported, name="reported"),
    path(f"{EVENT}/enter/reported/<uuid:claim>", claims.take, name="claim_take"),
    path("q/<str:token>/report", link_report.link_report, name="link_report"),
    path(f"{EVENT}/phones/", phones.phones, name="phones"),
    path(f"{EVENT}/phones/<uuid:pk>/code", phones.show, name="phone_code"),
    path(f"{EVENT}/phones/renew/<uuid:pk>", phones.renew, name="phone_renew"),
    path(f"{EVENT}/phones/<slug:division>/rule", phones.rule, name="phone_rule"),
    path(f"{EVENT}/phones/<slug:division>/renew", phones.renew_all, name="phone_renew_all"),
    path(f"{EVENT}/confirm/", confirm.confirm, name="confirm"),
    path(f"{EVENT}/confirm/waiting", confirm.waiting, name="waiting"),
    path(f"{EVENT}/confirm/<uuid:table>", confirm.confirm_one, name="confirm_one"),
    path(f"{EVENT}/question/<uuid:question>/answer", results.answer, name="answer"),
    path(f"{EVENT}/publish/", release.publish, name="publish"),
    path(f"{DIVISION}/release", release.release, name="release"),
    path(f"{ROUND}/show", release.show, name="show_pairings"),
    path(f"{ROUND}/close", release.close, name="close_round"),
    path(f"{ROUND}/reopen", release.reopen, name="reopen"),
    path(f"{TABLE}/", results.table, name="table"),
    path(f"{TABLE}/correct", results.correct, name="table_correct"),
    path(f"{TABLE}/ask", results.ask, name="table_ask"),
    path(f"{TABLE}/sheet/<int:sheet>/enter", sheets.sheet_enter, name="sheet_enter"),
    path(f"{TABLE}/sheet/<int:sheet>/decide", sheets.sheet_decide, name="sheet_decide"),
    path(f"{ROUND}/print/", prints.menu, name="print_round"),
    path(f"{ROUND}/print/<slug:what>/", prints.sheet, name="print_sheet"),
    path(f"{DIVISION}/standings/", standings.newest, name="standings_newest"),
    path(f"{DIVISION}/standings/<int:number>/", standings.table, name="standings"),
    path(f"{DIVISION}/standings/<int:number>/teams/", teams.table, name="teams"),
    path(f"{DIVISION}/line-ups/<int:number>/", lineups.line_ups, name="line_ups"),
    path(f"{DIVISION}/standings/<int:number>/chances/", chances.page, name="chances"),
    path(f"{DIVISION}/standings/<int:number>/chances/count", chances.count, name="chances_count"),
    path(f"{DIVISION}/standings/<int:number>/chances/progress", chances.progress, name="chances_progress"),
    path(f"{DIVISION}/standings/<int:number>/chances/stop", chances.stop, name="chances_stop"),
    path(f"{DIVISION}/standings/<int:number>/print/", prints.standings_sheet, name="print_standings"),
    path(f"{DIVISION}/wallchart/", wallchart.wallchart, name="wallchart"),
    path(f"{DIVISION}/wallchart/print/", prints.wallchart_sheet, name="print_wallchart"),
    path(f"{DIVISION}/stats/", stats.stats, name="stats"),
    path(f"{DIVISION}/entrant/<int:number>/", player.entrant, name="entrant"),
]
