from __future__ import annotations

from django.urls import URLPattern, path

from tdapp.demo import views

app_name = "demo"
urlpatterns: list[URLPattern] = [
    path("demo/remove", views.remove, name="remove"),
    path("demo/making/<uuid:pk>", views.progress, name="progress"),
]
