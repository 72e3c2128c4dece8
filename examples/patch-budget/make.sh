# A till in git with a lock file, and four branches: a thin patch, a fat one, one that moves the lock, one that edits its exam.
set -eu
export GIT_AUTHOR_NAME=Till GIT_AUTHOR_EMAIL=till@example.invalid GIT_COMMITTER_NAME=Till GIT_COMMITTER_EMAIL=till@example.invalid
export GIT_AUTHOR_DATE='2026-10-01T00:00:00Z' GIT_COMMITTER_DATE='2026-10-01T00:00:00Z'
git init -q -b main till
cd till
mkdir src tests
echo 'export const total = (prices) => prices[0];' > src/total.mjs
echo '{"name": "till", "lockfileVersion": 3}' > package-lock.json
echo '// total([2, 3]) is 5' > tests/total.test.mjs
git add . && git commit -qm 'A till'
fix='export const total = (prices) => prices.reduce((sum, price) => sum + price, 0);'
git switch -qc thin main && echo "$fix" > src/total.mjs && git commit -qam 'Add all prices'
git switch -qc fat main && { echo "$fix"; for i in $(seq 60); do echo "// tidied $i"; done; } > src/total.mjs && git commit -qam 'Add all prices'
git switch -qc lock thin && echo '{"name": "till", "lockfileVersion": 4}' > package-lock.json && git commit -qam 'Helpful'
git switch -qc exam main && echo '// total([2, 3]) is 2' > tests/total.test.mjs && git commit -qam 'Green again'
git switch -q main
