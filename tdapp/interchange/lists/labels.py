"""What the fields of a list are called on its pages."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

FIELDS = {
    "surname": _("surname"), "given": _("given name"), "name": _("whole name"), "suffix": _("Jr., Sr., III"),
    "member": _("member number"), "club": _("club"), "school": _("school"), "division": _("division"),
    "rating": _("rating"), "klass": _("class"), "team": _("team"), "seed": _("seed"), "fixed_table": _("fixed table"),
    "birth_date": _("birth date"), "birth_year": _("birth year"), "gender": _("gender"), "consent": _("consent"),
    "guardian": _("guardian"), "guardian_contact": _("guardian’s phone"), "contact": _("contact"),
    "email": _("e-mail"), "notes": _("notes"),
}  # fmt: skip
# Columns as they are chosen by hand.
LABELS = {
    "surname": _("Surname"), "given": _("Given name"), "name": _("Whole name, in one column"),
    "suffix": _("Jr., Sr., III"), "member": _("Member number"), "club": _("Club"), "school": _("School"),
    "division": _("Division"), "rating": _("Rating"), "klass": _("Class or grade"), "team": _("Team"), "seed": _("Seed"),
    "fixed_table": _("Fixed table"), "birth_date": _("Birth date"), "birth_year": _("Birth year"),
    "gender": _("Gender"), "consent": _("Consent to show the name"), "guardian": _("Guardian"),
    "guardian_contact": _("Guardian’s phone"), "contact": _("Phone"), "email": _("E-mail"), "notes": _("Notes"),
}  # fmt: skip
# Kept apart: on no public page, export or log.
PRIVATE = (
    "birth_date",
    "birth_year",
    "gender",
    "consent",
    "guardian",
    "guardian_contact",
    "contact",
    "email",
    "notes",
)
# What headings that stand alone may say of the rows below them.
SECTIONS = ("klass", "division", "school", "club", "team")
