"""Who stands where and why: metrics, the ranked table, what is clinched, who can still win, teams."""
