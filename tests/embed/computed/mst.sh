# SPDX-License-Identifier: MIT
draws() {
    "$program" --repeat 1 --side 20 --out "$work/roads.pgm" &&
        [ "$(wc -c <"$work/roads.pgm")" = $((15 + 512 * 512)) ]
}

# Checks that a file of these edges has as many chosen, and as many components.
finds() {
    edges=$1
    chosen=$2
    shift 2
    printf '%s\n' "$@" >"$work/edges"
    check_on_device "$edges" tells_chosen
}

tells_chosen() {
    "$program" --repeat 1 --validate --in "$work/edges" >"$work/output" || return 1
    head -n 1 "$work/output"
    grep -q "^$chosen\$" "$work/output"
}

computes 'roads' --side 45
computes 'four crossings, by addresses' --side 2 --addresses
check_on_device 'a whole picture is written' draws
finds 'equal weights' '5 of 9 edges are right.* components: 1' '0 1 7' '1 2 7' '2 0 7' '3 4 7' '4 5 7' '5 3 7' '0 3 7' '1 4 7' '2 5 7'
finds 'a path' '5 of 5 edges .* components: 1' '0 1 1' '1 2 2' '2 3 3' '3 4 4' '4 5 5'
finds 'several components' '2 of 2 edges .* components: 4' '0 1 9' '4 5 4294967295'
finds 'parallel edges and loops' '1 of 4 edges .* components: 1' '0 1 9' '1 0 8' '0 0 1' '1 1 1'
printf '0 1 5 1 2' >"$work/edges"
complains 'a file that is cut short is an error' 1 '5 numbers, but an edge has three' --in "$work/edges"
printf '0 16777216 5' >"$work/edges"
complains 'a vertex beyond the last is an error' 1 'edge 0 has vertex 16777216' --in "$work/edges"
complains 'a file has no picture' 1 'has no places' --in "$work/edges" --out "$work/roads.pgm"
complains_on_device 'a picture that cannot be written is an error' 1 'No such file' --side 2 --out "$work/none/roads.pgm"
