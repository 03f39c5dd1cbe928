#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/frames
set -eu

program=$1
layers=$2 # where the manifest of VK_LAYER_VKSCAN_families lies
# Particles that fill no whole workgroup; frames that come round to what was in flight ten times, and
# end in the middle of it.
small='--frames 32 --particles 20001'
. "$(dirname "$0")/../example.sh"
# Older loaders stack layers in the order of these folders, newer ones in that of VK_INSTANCE_LAYERS.
installed=/usr/share/vulkan/explicit_layer.d:/usr/local/share/vulkan/explicit_layer.d
export VK_LAYER_PATH="$installed:$layers"

# The layer lies below validation, which checks the transfers between its two families.
has_two_families() {
    VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation:VK_LAYER_VKSCAN_families \
        "$program" $small --validate >"$work/output" &&
        grep 'queue families 0 and 1' "$work/output"
}

check_on_device 'frames runs as the device is' "$program" $small --validate \
    --picture "$work/picture.ppm"
check_on_device 'and draws a whole picture' is_whole "$work/picture.ppm" 1024 1024
check_on_device 'with barriers where there is nothing to transfer' \
    "$program" $small --validate --transfers
check_on_device 'with two queue families' has_two_families
check_on_device 'with addresses' runs_or_says 'the device has no buffer addresses' \
    $small --validate --addresses
check_on_device 'with one particle and one frame' "$program" --frames 1 --particles 1 --validate
check_command_line
finish
