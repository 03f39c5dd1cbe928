#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/summed_area and softmax
set -eu

program=$1
name=$2
. "$(dirname "$0")/../example.sh"

# Columns of the table have more lines than a thread takes; pixels end within a word, and rows within
# a workgroup.
picture=$work/picture.ppm
case $name in
summed_area) small="--width 355 --picture $picture" size=--width ;;
softmax) small='--length 1003' size=--length ;;
esac

# Behind the line that names the device.
has_times() {
    sed 1,2d "$work/output" | grep . >"$work/times" && cat "$work/times" &&
        ! grep -v '^[a-z ]* [0-9]*\.[0-9]* ms$' "$work/times"
}

run_is_right() {
    "$program" --frames 3 $small --validate >"$work/output" && has_times
}

check_on_device 'results are those of the host, and each part has a time' run_is_right
case $name in
summed_area) check_on_device 'in a whole picture' is_whole "$picture" 355 267 ;;
softmax) check 'a picture is an unknown option' refuses --picture "$picture" ;;
esac
check_on_device 'with addresses' runs_or_says 'the device has no buffer addresses' \
    --frames 1 $small --validate --addresses
check_on_device 'of size 1' "$program" --frames 1 "$size" 1 --validate
check 'a size of 0 is an error' refuses "$size" 0
check 'a size beyond the largest is an error' refuses "$size" 1000000
check_command_line
finish
