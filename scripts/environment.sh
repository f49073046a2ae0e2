# Sourced by every script of this folder: finds the checkout, and makes its environment where it is missing or old.
# What is said here goes to stderr; stdout is left to the answer.

root=$(unset CDPATH && cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 2
bin=$root/.venv/bin

say() {
    printf '%s\n' "$*" >&2
}

# Print the first Python that is new enough to make the environment with.
find_python() {
    for python in ${KB_PYTHON:-python3 python3.13 python3.12 python3.11 python3.14 python}; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v -- "$python"
            return
        fi
    done
    say "This needs Python 3.11 or newer: not found as ${KB_PYTHON:-python3, nor as python3.11 to python3.14}."
    say "Install it (Debian and Ubuntu: sudo apt-get install python3 python3-venv), or name yours: KB_PYTHON=/path/to/python3.12"
    return 1
}

# prepare run|test: give back at once where .venv was made from just these files in just this place, else make it so.
prepare() {
    lock=$root/requirements.lock
    [ "$1" = run ] || lock=$root/requirements-dev.lock
    if ! { [ -x "$bin/python" ] && [ -x "$bin/kb" ] &&
        cksum "$lock" "$root/pyproject.toml" "$root/scripts/environment.py" | cmp -s - "$root/.venv/ready-to-$1"; }; then
        python=$(find_python) || exit 2
        "$python" "$root/scripts/environment.py" "$1" >&2 || exit $?
    fi
}
