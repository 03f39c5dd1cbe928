#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/splats and examples/particles
set -eu

program=$1
what=$2 # it draws
# As many as fill no whole workgroup; frames that come round to what was in flight, and more of it.
small="--frames 7 --$what 5003"
size='1024 768'
. "$(dirname "$0")/../example.sh"

check_on_device "$what are drawn in order" runs_or_says 'the device does not draw' $small --validate
check_on_device 'with addresses' runs_or_says 'the device has no buffer addresses' \
    $small --validate --addresses
check_on_device 'with one of them and one frame' runs_or_says 'the device does not draw' \
    --frames 1 "--$what" 1 --validate
check_on_device 'the picture is whole' draws
check_command_line
finish
