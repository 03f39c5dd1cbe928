# SPDX-License-Identifier: MIT
# Functions for tests that are scripts, which source this file. Each check is a function or a
# command, and prints a line of TAP. $work is a folder to work in.
cases=0
failures=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() {
    name=$1
    shift
    cases=$((cases + 1))
    if output=$("$@" 2>&1); then
        echo "ok $cases - $name"
    else
        failures=$((failures + 1))
        echo "not ok $cases - $name"
        printf '%s\n' "$output" | sed 's/^/# /'
    fi
}

# Checks the same if there is the Vulkan device that the environment names; otherwise skips.
check_on_device() {
    if [ "${VKSCAN_REQUIRE_DEVICE+set}" ] || "$VKSCAN_PROGRAM" devices >/dev/null 2>&1; then
        check "$@"
    else
        cases=$((cases + 1))
        echo "ok $cases # SKIP $1: no device"
    fi
}

finish() {
    echo "1..$cases"
    [ "$failures" = 0 ]
}
