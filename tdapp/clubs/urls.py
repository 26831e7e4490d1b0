"""Addresses of clubs: /clubs/ for everybody, /c/ for who keeps them. Events a club makes stand in `events.urls`."""

from __future__ import annotations

from django.urls import path

from tdapp.clubs.front import views as front
from tdapp.clubs.players import views as players
from tdapp.clubs.views import (
    certificates,
    files,
    home,
    keeping,
    log,
    members,
    officers,
    public,
    seasons,
    websites,
)

app_name = "clubs"
DESK = "c/<slug:club>/"
MEMBER = f"{DESK}members/<uuid:pk>/"

urlpatterns = [
    path("events/", front.all_events, name="events"),
    path("calendar/", front.calendar, name="calendar"),
    path("calendar.ics", front.calendar_file, name="calendar_file"),
    path("search", front.search, name="search"),
    path("sitemap.xml", front.sitemap, name="sitemap"),
    path("robots.txt", front.robots, name="robots"),
    path("players/<slug:code>/", players.player, name="player"),
    path("players/<slug:code>/against/", players.opponents, name="player_opponents"),
    path("players/<slug:code>/against/<slug:other>/", players.head_to_head, name="head_to_head"),
    path("clubs/", public.index, name="all"),
    path("clubs/<slug:home>/", public.club, name="club"),
    path("clubs/<slug:home>/calendar.ics", front.calendar_file, name="club_calendar"),
    path("clubs/<slug:home>/look.css", public.style, name="public_style"),
    path("clubs/<slug:home>/logo.png", public.logo, name="public_logo"),
    path("clubs/<slug:home>/seasons/<slug:season>/", seasons.public, name="public_season"),
    path("certificates/", certificates.look_up, name="look_up"),
    path("certificates/<str:code>/", certificates.certificate, name="certificate"),
    path("c/", keeping.index, name="index"),
    path("c/open", keeping.open_club, name="open"),
    path("c/invite/<slug:home>", keeping.invite, name="keeper_invite"),
    path("c/invitation/<uuid:pk>", keeping.invitation, name="keeper_invitation"),
    path("c/invitation/<uuid:pk>/revoke", keeping.revoke, name="keeper_revoke"),
    path(DESK, home.home, name="home"),
    path(f"{DESK}hand-over", home.hand_over, name="hand_over"),
    path(f"{DESK}page", home.edit_page, name="page"),
    path(f"{DESK}rename", home.rename, name="rename"),
    path(f"{DESK}look/", home.look, name="look"),
    path(f"{DESK}look/logo/remove", home.remove_logo, name="remove_logo"),
    path(f"{DESK}look/logo.png", home.logo, name="logo"),
    path(f"{DESK}look/look.css", home.style, name="style"),
    path(f"{DESK}websites/", websites.websites, name="websites"),
    path(f"{DESK}files/", files.files, name="files"),
    path(f"{DESK}files/<uuid:pk>", files.take, name="file"),
    path(f"{DESK}log", log.log, name="log"),
    path(f"{DESK}officers/", officers.officers, name="officers"),
    path(f"{DESK}officers/invite", officers.invite, name="invite"),
    path(f"{DESK}officers/invitations/<uuid:pk>", officers.invitation, name="invitation"),
    path(f"{DESK}officers/invitations/<uuid:pk>/revoke", officers.revoke, name="revoke"),
    path(f"{DESK}officers/<uuid:pk>/end", officers.end, name="end"),
    path(f"{DESK}seasons/", seasons.seasons, name="seasons"),
    path(f"{DESK}seasons/add", seasons.add, name="add_season"),
    path(f"{DESK}seasons/<uuid:pk>/", seasons.season, name="season"),
    path(f"{DESK}seasons/<uuid:pk>/certificates", certificates.print_certificates, name="certificates"),
    path(f"{DESK}seasons/<uuid:pk>/printed", certificates.printed, name="printed"),
    path(f"{DESK}certificates/<uuid:pk>/withdraw", certificates.withdraw, name="withdraw"),
    path(f"{DESK}seasons/<uuid:pk>/remove", seasons.remove, name="remove_season"),
    path(f"{DESK}members/", members.members, name="members"),
    path(f"{DESK}members/add", members.add, name="add_member"),
    path(f"{DESK}members/bring", members.bring, name="bring"),
    path(f"{DESK}members/take", members.take, name="take"),
    path(MEMBER, members.member, name="member"),
    path(f"{MEMBER}name", members.name, name="member_name"),
    path(f"{MEMBER}remove", members.remove, name="remove_member"),
    path(f"{MEMBER}private/open", members.open_private, name="open_private"),
    path(f"{MEMBER}private", members.private, name="private"),
]
