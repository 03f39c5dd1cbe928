#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/frames, which verifies what it computes, and under validation fails at any message.
set -eu
. "$(dirname "$0")/../../support/tap.sh"

frames=$1
layers=$2 # where the manifest of VK_LAYER_VKSCAN_families lies
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Older loaders stack layers in the order of these folders, newer ones in that of VK_INSTANCE_LAYERS.
installed=/usr/share/vulkan/explicit_layer.d:/usr/local/share/vulkan/explicit_layer.d
export VK_LAYER_PATH="$installed:$layers"
# Particles that fill no whole workgroup; frames that come round to what was in flight ten times, and
# end in the middle of it.
small='--frames 32 --particles 20001'

# The layer lies below validation, which checks the transfers between its two families.
has_two_families() {
    VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation:VK_LAYER_VKSCAN_families \
        "$frames" $small --validate >"$work/output" &&
        grep 'queue families 0 and 1' "$work/output"
}

# With a sentence where there are none.
takes_addresses() {
    "$frames" $small --validate --addresses 2>"$work/errors" || {
        cat "$work/errors"
        [ "$(cat "$work/errors")" = 'frames: the device has no buffer addresses' ]
    }
}

draws() {
    "$frames" --frames 1 --particles 1000 --picture "$work/picture.ppm" &&
        [ "$(head -n 1 "$work/picture.ppm")" = 'P6 1024 1024 255' ] &&
        [ "$(wc -c <"$work/picture.ppm")" = $((17 + 3 * 1024 * 1024)) ]
}

refuses() {
    status=0
    "$frames" "$@" || status=$?
    [ "$status" = 2 ]
}

check_on_device 'frames runs as the device is' "$frames" $small --validate
check_on_device 'with barriers where there is nothing to transfer' \
    "$frames" $small --validate --transfers
check_on_device 'with two queue families' has_two_families
check_on_device 'with addresses' takes_addresses
check_on_device 'with one particle and one frame' "$frames" --frames 1 --particles 1 --validate
check_on_device 'the picture is whole' draws
check 'no number of frames is an error' refuses --frames
check 'no frames are an error' refuses --frames 0
check 'an unknown option is an error' refuses --frame 3
finish
