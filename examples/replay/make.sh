#!/usr/bin/env bash
# Makes two folders here: till, the owner's repository, and agent, a clone of it in which somebody has worked.
set -euo pipefail
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=Owner GIT_AUTHOR_EMAIL=owner@example.test GIT_AUTHOR_DATE=2026-01-02T03:04:05Z
export GIT_COMMITTER_NAME=Owner GIT_COMMITTER_EMAIL=owner@example.test GIT_COMMITTER_DATE=2026-01-02T03:04:05Z

git init -q -b main till
cp -R base/. till/
echo rates.json > till/.gitignore
git -C till add -A
git -C till commit -q -m 'A till'

git clone -q till agent
echo '{ "factor": 1 }' > agent/rates.json

echo "till is at $(git -C till rev-parse main)"
