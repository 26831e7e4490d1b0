"""The desk's address about how one enters."""

from __future__ import annotations

from django.urls import path

from tdapp.publishing.entering import views

app_name = "entering"
urlpatterns = [path("e/<slug:event>/entering/", views.entering, name="entering")]
