"""Addresses of the entry page, of one table and of what phones report."""

from __future__ import annotations

from django.urls import path

from tdapp.desk.results.views import by_hand, claims, confirm, enter, link_report, phones, results, sheets

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
    path(f"{TABLE}/", results.table, name="table"),
    path(f"{TABLE}/correct", results.correct, name="table_correct"),
    path(f"{TABLE}/ask", results.ask, name="table_ask"),
    path(f"{TABLE}/sheet/<int:sheet>/enter", sheets.sheet_enter, name="sheet_enter"),
    path(f"{TABLE}/sheet/<int:sheet>/decide", sheets.sheet_decide, name="sheet_decide"),
    path(f"{ROUND}/by-hand/", by_hand.by_hand_page, name="by_hand"),
]
