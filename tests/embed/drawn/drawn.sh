#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/points, splats and particles
set -eu

program=$1
what=$2 # it draws
# As many as fill no whole workgroup. Frames that come round to what was in flight; of particles as
# many as it takes for some to die.
[ "$what" = particles ] && frames=81 || frames=7
small="--frames $frames --$what 5003"
. "$(dirname "$0")/../example.sh"

check_on_device "$what are drawn in order" runs_or_says 'the device does not draw' $small --validate \
    --picture "$work/picture.ppm"
check_on_device 'in a whole picture' is_whole "$work/picture.ppm" 1024 768
check_on_device 'with addresses' runs_or_says 'the device has no buffer addresses' \
    $small --validate --addresses
check_on_device 'with one of them and one frame' runs_or_says 'the device does not draw' \
    --frames 1 "--$what" 1 --validate
check_command_line
finish
