"""How `./td docs` makes a site of the pages: the whole tree is the source, so that links lead where they lead in an editor."""

project = "Tournament director's desk"
copyright = "the maintainers, BSD-3-Clause"
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/**.md"]
# Anchors as other hosts of Markdown make them, for links like `server.md#backups`.
myst_heading_anchors = 4
# What is typed is shown: `--data` is no dash.
smartquotes = False
html_theme = "furo"
html_title = project
html_theme_options = {"top_of_page_buttons": []}
html_show_sphinx = False
html_copy_source = False
templates_path = ["."]
html_additional_pages = {"index": "to_the_first_page.html"}
