#!/bin/sh
# SPDX-License-Identifier: MIT
# The table of docs/devices.md, of what test_amd tells of u32 sums: amd_table.sh TEST_AMD, with the
# environment naming RADV.
set -eu

for family in 'POLARIS10' 'VEGA10' 'NAVI10' 'NAVI21' 'GFX1100 NAVI31'; do
    "$1" --table $family # the names are arguments
done | awk -F' *[|] *' '
    $3 !~ /(reduce|inclusive-scan) add u32, capacity 67108864/ || $3 ~ /auto|addresses/ { next }
    {
        name = $3
        sub(/ add u32, capacity 67108864/, ", pipeline", name)
        if (!(name in cells))
            names[count++] = name
        cells[name] = cells[name] " " $7 ", " $8 ", " $11 " |"
        shape[name] = " " $4 " | " $5 " | " $9 " |"
    }
    END {
        print "| plan | threads | tile | LDS | POLARIS10 | VEGA10 | NAVI10 | NAVI21 | GFX1100 |"
        print "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
        for (i = 0; i < count; i++)
            print "| " names[i] " |" shape[names[i]] cells[names[i]]
    }'
