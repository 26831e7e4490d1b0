"""The demo of a new installation is an event like any other: its check finds nothing wrong."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from tdapp.events.models import Membership
from tests import factories as f

pytestmark = pytest.mark.django_db


def test_the_demo_s_log_tells_of_everything_that_is_stored() -> None:
    director = f.user("direktor", operator=True)
    call_command("create_demo", stdout=StringIO())
    assert list(Membership.objects.values_list("user", "role")) == [(director.pk, "director")]
    said = StringIO()
    call_command("check_event", "demo", stdout=said)
    assert "I10" not in said.getvalue()
