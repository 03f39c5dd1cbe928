#!/bin/sh
# SPDX-License-Identifier: MIT
# Whether SPIRV-Cross turns modules into Metal's language, as MoltenVK has it done on Apple's
# devices: translate.sh SPIRV_CROSS MODULE...
set -u

versions='20300 30000' # of the language: of macOS 11 and of macOS 13

# Which modules may be refused, with which words, and why.
may_be_refused() {
    case $1:$2 in
        # Metal has no 64-bit atomics that load, store or compare. These modules are for devices
        # with VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, which MoltenVK does not report.
        # Nor does SPIRV-Cross translate atomics behind an address, so that MoltenVK's devices are
        # taken to have none (src/device/quirks.c).
        *_by_address_*.spv:*'No backing variable for atomic'*) return 0 ;;
        *_64_*.spv:*'64-bit atomics'* | *lookahead_*.spv:*'64-bit atomics'*) return 0 ;;
        *_reduce_sum_*.spv:*'64-bit atomics'* | *lookback_tree_*.spv:*'64-bit atomics'*) return 0 ;;
    esac
    return 1
}

cross=$1
shift
if ! command -v "$cross" >/dev/null; then
    echo "translate.sh: no $cross" >&2
    [ "${VKSCAN_REQUIRE_DEVICE:-}" ] && exit 1
    exit 77
fi

translated=0 refused=0 failed=0
for module; do
    for version in $versions; do
        if message=$("$cross" --msl --msl-version "$version" --output /dev/null "$module" 2>&1); then
            translated=$((translated + 1))
        elif may_be_refused "$module" "$message"; then
            refused=$((refused + 1))
        else
            echo "${module##*/}, version $version: $message" >&2
            failed=$((failed + 1))
        fi
    done
done
echo "$translated translated, $refused refused as expected, $failed failed"
[ "$translated" -gt 0 ] && [ "$failed" = 0 ]
