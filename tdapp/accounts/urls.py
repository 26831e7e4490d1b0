"""Addresses of this room."""

from __future__ import annotations

from django.urls import path

from tdapp.accounts.views import factors, federation, invited, log_in, mine, people, set_up

app_name = "accounts"

urlpatterns = [
    path("account/", mine.mine, name="mine"),
    path("account/password", mine.password, name="password"),
    path("account/person", mine.person, name="person"),
    path("account/sessions/others", mine.end_others, name="end_others"),
    path("account/sessions/<str:handle>/end", mine.end_session, name="end_session"),
    path("account/app", factors.app, name="app"),
    path("account/app/off", factors.app_off, name="app_off"),
    path("account/recovery", factors.recovery, name="recovery"),
    path("account/passkeys/add", factors.passkey_add, name="passkey_add"),
    path("account/passkeys/<uuid:pk>/name", factors.passkey_name, name="passkey_name"),
    path("account/passkeys/<uuid:pk>/remove", factors.passkey_remove, name="passkey_remove"),
    path("account/federation/off", federation.disconnect, name="disconnect"),
    path("login/second", log_in.second, name="second"),
    path("login/set-up", set_up.set_up, name="set_up"),
    path("login/passkey", log_in.by_passkey, name="by_passkey"),
    path("login/forgotten", log_in.forgotten, name="forgotten"),
    path("login/federation", federation.leave, name="federation"),
    path("login/federation/back", federation.back, name="federation_back"),
    path("invited/", invited.code, name="code"),
    path("invited/<str:code>", invited.invited, name="invited"),
    path("accounts/", people.people, name="people"),
    path("accounts/invitations/<uuid:pk>", people.slip, name="slip"),
    path("accounts/invitations/<uuid:pk>/revoke", people.revoke, name="revoke"),
    path("accounts/second-factor", people.ask_of, name="ask_of"),
    path("accounts/<uuid:user>/reset", people.reset, name="reset"),
]
