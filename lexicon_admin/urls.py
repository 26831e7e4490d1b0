"""Addresses of the word lists."""

from __future__ import annotations

from django.urls import path

from lexicon_admin.views import (
    committee,
    draft,
    edition,
    found,
    imports,
    invitations,
    learning,
    lists,
    many,
    publish,
    saved,
)

app_name = "lexicon_admin"
ONE = "<slug:lexicon>/"
BROUGHT = f"{ONE}import/<uuid:pk>/"
EDITION = f"{ONE}editions/<slug:edition>/"
PROPOSAL = f"{ONE}committee/<int:number>/"

urlpatterns = [
    path("", lists.index, name="index"),
    path("new", lists.new, name="new"),
    path(ONE, lists.lexicon, name="lexicon"),
    path(f"{ONE}feed.xml", learning.feed, name="feed"),
    path(f"{ONE}settings", lists.settings, name="settings"),
    path(f"{ONE}seats", lists.give_seat, name="give_seat"),
    path(f"{ONE}seats/<uuid:pk>/remove", lists.take_seat, name="take_seat"),
    path(f"{ONE}settings/invite", invitations.invite, name="invite"),
    path(f"{ONE}settings/invite/<uuid:pk>/", invitations.invitation, name="invitation"),
    path(f"{ONE}settings/invite/<uuid:pk>/revoke", invitations.revoke, name="revoke_invitation"),
    path(f"{ONE}searches/save", saved.save, name="save_search"),
    path(f"{ONE}searches/<uuid:pk>/forget", saved.forget, name="forget_search"),
    path(f"{ONE}import/", imports.import_list, name="import"),
    path(BROUGHT, imports.import_page, name="import_page"),
    path(f"{BROUGHT}progress", imports.import_progress, name="import_progress"),
    path(f"{BROUGHT}again", imports.import_again, name="import_again"),
    path(f"{BROUGHT}cancel", imports.import_cancel, name="import_cancel"),
    path(f"{BROUGHT}discard", imports.import_discard, name="import_discard"),
    path(f"{BROUGHT}apply", imports.import_apply, name="import_apply"),
    path(EDITION, edition.edition, name="edition"),
    path(f"{EDITION}changes", edition.changes, name="changes"),
    path(f"{EDITION}words.<slug:format>", edition.export, name="export"),
    path(f"{EDITION}making", found.progress, name="making"),
    path(f"{EDITION}found.<slug:format>", found.found_file, name="found"),
    path(f"{EDITION}found-<slug:paper>.pdf", found.found_pdf, name="found_pdf"),
    path(f"{EDITION}print/<slug:what>", edition.print_list, name="print"),
    path(f"{EDITION}print/<slug:what>-<slug:paper>.pdf", edition.print_pdf, name="pdf"),
    path(f"{EDITION}revert", edition.revert, name="revert"),
    path(f"{ONE}committee/", committee.committee, name="committee"),
    path(f"{ONE}committee/minutes.pdf", committee.minutes, name="minutes"),
    path(f"{ONE}committee/remind", committee.remind, name="remind"),
    path(f"{PROPOSAL}deadline", committee.deadline, name="deadline"),
    path(f"{ONE}feedback", learning.feedback, name="feedback"),
    path(f"{ONE}committee/propose", committee.propose, name="propose"),
    path(f"{ONE}committee/propose-many", many.propose_many, name="propose_many"),
    path(PROPOSAL, committee.proposal, name="proposal"),
    path(f"{PROPOSAL}open", committee.open_proposal, name="open"),
    path(f"{PROPOSAL}remark", committee.remark, name="remark"),
    path(f"{PROPOSAL}vote", committee.vote, name="vote"),
    path(f"{PROPOSAL}vote-many", many.vote_many, name="vote_many"),
    path(f"{PROPOSAL}decide-many", many.decide_many, name="decide_many"),
    path(f"{PROPOSAL}decide", committee.decide, name="decide"),
    path(f"{PROPOSAL}withdraw", committee.withdraw, name="withdraw"),
    path(f"{ONE}draft/", draft.draft, name="draft"),
    path(f"{ONE}draft/make", draft.make_draft, name="make_draft"),
    path(f"{ONE}draft/save", draft.save_draft, name="save_draft"),
    path(f"{ONE}draft/drop", draft.drop_draft, name="drop_draft"),
    path(f"{ONE}draft/publish", publish.publish_draft, name="publish_draft"),
    path(f"{ONE}draft/progress", draft.draft_progress, name="draft_progress"),
]
