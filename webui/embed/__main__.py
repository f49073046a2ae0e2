"""``python -m webui.embed``: write the release of the script that its sources make."""

import sys

from webui.embed.releases import release

sys.exit(release())
