#!/bin/sh
# SPDX-License-Identifier: MIT
# Examples over examples/engine/compute.h: NAME.sh has the checks of one.
set -eu

program=$1
example=$2
here=$(dirname "$0")
. "$here/../example.sh"

# Checks that the program computes what its loop on the host does, with these options.
computes() {
    case=$1
    shift
    check_on_device "$case" "$program" --repeat 1 --validate "$@"
}

# Checks that it ends with status $2 and one line, which has the words $3, with the options behind.
complains() {
    case=$1
    shift
    check "$case" says_once "$@"
}

complains_on_device() {
    case=$1
    shift
    check_on_device "$case" says_once "$@"
}

says_once() {
    wanted=$1
    words=$2
    status=0
    shift 2
    "$program" "$@" >"$work/output" 2>"$work/errors" || status=$?
    cat "$work/output" "$work/errors"
    [ "$status" = "$wanted" ] && [ "$(wc -l <"$work/errors")" = 1 ] &&
        grep -qF -- "$example: " "$work/errors" && grep -qF -- "$words" "$work/errors"
}

. "$here/$example.sh"
complains 'an unknown option is an error' 2 'unknown option --repeats' --repeats 3
complains 'an option without its value is an error' 2 '--repeat takes a value' --repeat
complains 'a value out of range is an error' 2 'whole number from 1' --repeat 0
finish
