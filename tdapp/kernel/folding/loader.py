"""Templates as a page needs them: the white space they are laid out with stays in the file."""

from __future__ import annotations

from django.template.base import Origin
from django.template.loaders.app_directories import Loader

from tdapp.kernel.folding.fold import fold


class FoldingLoader(Loader):
    """Reads an app's templates, and folds those of HTML: once for each, for what is compiled is kept."""

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        return fold(contents) if str(origin.name).endswith(".html") else contents
