"""Addresses of standings, statistics, player cards and prints."""

from __future__ import annotations

from django.urls import path

from tdapp.desk.standings.views import chances, player, prints, standings, stats, teams, wallchart

EVENT = "e/<slug:event>"
DIVISION = f"{EVENT}/<slug:division>"
ROUND = f"{DIVISION}/round/<int:number>"

urlpatterns = [
    path(f"{ROUND}/print/", prints.menu, name="print_round"),
    path(f"{ROUND}/print/<slug:what>/", prints.sheet, name="print_sheet"),
    path(f"{DIVISION}/standings/", standings.newest, name="standings_newest"),
    path(f"{DIVISION}/standings/<int:number>/", standings.table, name="standings"),
    path(f"{DIVISION}/standings/<int:number>/teams/", teams.table, name="teams"),
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
