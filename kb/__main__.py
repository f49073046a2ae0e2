"""``python -m kb``: the ``kb`` command where its script is not on the path."""

import sys

from kb.cli import main

sys.exit(main())
