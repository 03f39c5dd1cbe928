# SPDX-License-Identifier: MIT
# Sourced by the tests of examples, which verify what they compute, and under validation fail at any
# message.
. "$(dirname "$0")/../../support/tap.sh"

# Or says in this sentence that the device cannot.
runs_or_says() {
    sentence=$1
    shift
    "$program" "$@" 2>"$work/errors" || {
        cat "$work/errors"
        [ "$(cat "$work/errors")" = "gpu: $sentence" ]
    }
}

# A PPM of such a width and height: three bytes for each pixel behind the header.
is_whole() {
    [ "$(head -n 1 "$1")" = "P6 $2 $3 255" ] && [ "$(tail -n +2 "$1" | wc -c)" = $((3 * $2 * $3)) ]
}

refuses() {
    status=0
    "$program" "$@" || status=$?
    [ "$status" = 2 ]
}

check_command_line() {
    check 'no number of frames is an error' refuses --frames
    check 'no frames are an error' refuses --frames 0
    check 'an unknown option is an error' refuses --frame 3
}
