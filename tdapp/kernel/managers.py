"""Look-ups that cannot leave their scope by accident."""

from __future__ import annotations

from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import models
from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Missing

M = TypeVar("M", bound=models.Model)


def find(rows: models.QuerySet[M], **where: Any) -> M:
    """The one row that fits, or Missing: a bad id, a wrong type and a foreign row all look alike."""
    try:
        return rows.get(**where)
    except (ObjectDoesNotExist, ValueError, TypeError, ValidationError) as error:
        raise Missing("missing", _("There is no such thing here.")) from error
