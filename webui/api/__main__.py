"""``python -m webui.api FILE``: write the contract to a file, as the tests keep it."""

import sys
from pathlib import Path

from webui.api.contract import write

sys.exit(write(Path(sys.argv[1])))
