#!/bin/sh
# SPDX-License-Identifier: MIT
# What is written twice is written alike.
set -eu
. "$(dirname "$0")/../support/tap.sh"

source=$1
version=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Each C block of the README, to a file of its own.
split_readme() {
    awk -v directory="$work" '
        /^```/ { if (block) { block = ""; next } }
        /^```c$/ { block = directory "/" ++count ".c"; next }
        block { print >block }' "$source/README.md"
}

readme_shows_the_example() {
    split_readme && for block in "$work"/*.c; do
        cmp -s "$block" "$source/examples/embed.c" && return 0
        diff -u "$source/examples/embed.c" "$block" || true
    done
    return 1
}

header_version() {
    sed -n 's/^#define VKSCAN_VERSION_[A-Z]* //p' "$source/include/vkscan/vkscan.h" | paste -sd .
}

check 'the README shows examples/embed.c' readme_shows_the_example
check "the header's version is the project's" [ "$(header_version)" = "$version" ]
finish
