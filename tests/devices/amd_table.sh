#!/bin/sh
# SPDX-License-Identifier: MIT
# The tables of docs/devices.md, with the environment naming RADV: amd_table.sh TEST_AMD tells of u32
# sums, amd_table.sh TEST_AMD --policies [--tuning POLICIES] of plans by each inferred policy, of whose
# pipelines it tells that with the fewest waves.
set -eu

test_amd=$1
shift
[ $# -gt 0 ] || set -- --table
titles='POLARIS10 | VEGA10 | NAVI10 | NAVI21 | GFX1100 |'

each_family() {
    for family in 'POLARIS10' 'VEGA10' 'NAVI10' 'NAVI21' 'GFX1100 NAVI31'; do
        "$test_amd" "$@" $family # the names are arguments
    done
}

if [ "$1" = --policies ]; then
    echo "| plan | algorithm | threads | tile | LDS | $titles"
    echo '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|'
    each_family "$@" | awk -F' *[|] *' '
        {
            plan = $3
            if (!(plan in algorithm)) {
                algorithm[plan] = $4
                sub(/ [0-9]+$/, "", algorithm[plan])
                names[count++] = plan
            }
            shape[plan] = $5 " | " $6
            if ($10 + 0 > shared[plan] + 0)
                shared[plan] = $10
            key = plan SUBSEP $2
            if (!(key in waves))
                order[plan] = order[plan] " " $2
            if (!(key in waves) || $12 + 0 < waves[key] ||
                ($12 + 0 == waves[key] && $8 + 0 > registers[key])) {
                waves[key] = $12 + 0
                registers[key] = $8 + 0
            }
            spills[key] += $11
        }
        END {
            for (i = 0; i < count; i++) {
                plan = names[i]
                line = "| " plan " | `" algorithm[plan] "` | " shape[plan] " | " (shared[plan] + 0) " |"
                n = split(order[plan], families, " ")
                for (k = 1; k <= n; k++) {
                    key = plan SUBSEP families[k]
                    line = line " " registers[key] ", " waves[key]
                    line = line (spills[key] ? ", spills " spills[key] : "") " |"
                }
                print line
            }
        }'
    exit
fi

each_family "$@" | awk -F' *[|] *' -v titles="$titles" '
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
        print "| plan | threads | tile | LDS | " titles
        print "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
        for (i = 0; i < count; i++)
            print "| " names[i] " |" shape[names[i]] cells[names[i]]
    }'
