#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/tones: exposure and equalize
set -eu

program=$1
# No whole workgroup of pixels, and none of whole rows.
small='--frames 3 --width 37'
. "$(dirname "$0")/../example.sh"

check_on_device 'the tones are those of the host' "$program" $small --validate \
    --picture "$work/picture.ppm"
check_on_device 'in a whole picture, before and after' is_whole "$work/picture.ppm" 74 24
check_on_device 'with addresses' runs_or_says 'the device has no buffer addresses' \
    $small --validate --addresses
check_on_device 'of one frame' "$program" --frames 1 --width 1 --validate
check_command_line
finish
