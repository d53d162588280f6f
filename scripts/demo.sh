#!/usr/bin/env bash
# Shows the program at work.
set -euo pipefail
cd "$(dirname "$0")/.."

build/oovec --version
