# SPDX-License-Identifier: MIT
links() {
    printf '%s\n' "$@" >"$work/links"
}

draws() {
    "$program" --repeat 1 --draw --in "$work/links" | head -n 6 >"$work/output"
    [ "$(tr '\n' '/' <"$work/output")" = '2 (6)/  0 (3)/    3 (1)/    4 (1)/  1 (2)/    5 (1)/' ]
}

computes 'a tree' --size 3001
computes 'one node, by addresses' --size 1 --addresses
links 2 2 2 0 0 1
check_on_device 'a file, which is drawn' draws
links 0 2 1
complains_on_device 'a cycle is an error' 1 'node 1 is in a cycle' --in "$work/links"
links 0 1
complains_on_device 'two roots are an error' 1 'nodes 0 and 1 are both' --in "$work/links"
links 1 0
complains_on_device 'no root is an error' 1 'no node is its own parent' --in "$work/links"
links 0 5 0
complains 'a parent beyond the last is an error' 1 'number 2 is not below 3' --in "$work/links"
