#!/bin/sh
# Runs the built command line on the repository's own Node, and builds it first where it is missing.
set -e
cd "$(dirname "$0")/.."
if [ ! -f apps/cli/dist/main.js ] || [ ! -x node_modules/.bin/node ]; then
  echo 'everlong: building the command line once ...' >&2
  log=$(npx --yes --prefer-offline --package=pnpm@12.21.0 -- pnpm run go:cli </dev/null 2>&1) || {
    printf '%s\n' "$log" >&2
    exit 1
  }
fi
exec node_modules/.bin/node apps/cli/dist/main.js "$@"
