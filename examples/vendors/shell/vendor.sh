#!/bin/sh
# A starter kit in shell, with jq and sha256sum. Replace `canonical` by your own program.
#
#     arf conformance run --command 'sh vendor.sh {op}' --ops canonicalize,digest
#
# jq is a first try that most people would write. The report says what is missing from it.
set -u

canonical() {
    jq --compact-output --sort-keys --join-output .
}

# To refuse: the code alone on the first line of stderr, nothing on stdout, exit code 1.
reject() {
    echo "$1" >&2
    exit 1
}

kept=$(mktemp -d) || exit 70
trap 'rm -rf "$kept"' EXIT
canonical >"$kept/canonical" 2>"$kept/complaint" || reject not-json

case "$1" in
canonicalize) cat "$kept/canonical" ;;
digest) printf 'sha256:%s\n' "$(sha256sum <"$kept/canonical" | cut -c1-64)" ;;
*) exit 64 ;;
esac
