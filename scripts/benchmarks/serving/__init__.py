"""What :mod:`scripts.benchmarks.web` needs: a peer to serve the same units, something that asks, and a slow phone."""
