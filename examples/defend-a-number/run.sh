#!/bin/sh
# From a row of a table to a verdict. Usage: ./run.sh [FOLDER]; the records are left in FOLDER.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
out=${1:-$(mktemp -d)}
arf() { "${PYTHON:-python3}" -m arfpy "$@"; }
cd "$here"

echo "1. From the table to records"
arf import csv scores.csv --mapping claims.toml --out "$out/records.ndjson"

echo; echo "2. Every record is valid, and every link leads to one"
arf validate --quiet --links "$out/records.ndjson" objection.ndjson

echo; echo "3. Which Evaluation holds 0.82?"
arf trace --score 0.82 "$out/records.ndjson" | tee "$out/found.txt"
id=$(cut -d ' ' -f 1 "$out/found.txt")

echo; echo "4. What does it rest on, and who objects?"
arf trace "$id" "$out/records.ndjson" objection.ndjson

echo; echo "5. Its digest, with arf and without"
grep "\"id\":\"$id\"" "$out/records.ndjson" > "$out/evaluation.json"
arf digest "$out/evaluation.json" | tee "$out/digest.txt"
arf reproduce --shell posix "$out/evaluation.json" > "$out/reproduce.sh"
command -v shasum > /dev/null || shasum() { shift 2; sha256sum "$@"; }
. "$out/reproduce.sh" | tee "$out/shasum.txt"
test "$(cut -d : -f 2 "$out/digest.txt")" = "$(cut -d ' ' -f 1 "$out/shasum.txt")"
echo "Both say the same."
