# SPDX-License-Identifier: MIT
links() {
    printf '%s\n' "$@" >"$work/links"
}

# Two lists: 2, 0, 3 and 5, 1, 3; 4 is alone.
prints_ranks() {
    "$program" --repeat 1 --print --in "$work/links" | head -n 6 >"$work/output"
    [ "$(tr '\n' ' ' <"$work/output")" = '2 2 3 1 1 3 ' ]
}

computes 'a list' --size 10007
computes 'one element, by addresses' --size 1 --addresses
links 3 3 0 3 4 1
check_on_device 'lists that join, whose ranks are printed' prints_ranks
links 0 2 3 1 0
complains_on_device 'a cycle is an error' 1 'element 1 leads into a cycle' --in "$work/links"
links 0 5 0
complains 'a link beyond the last is an error' 1 'number 2 is not below 3' --in "$work/links"
links 0 x
complains 'another word is an error' 1 "'x' behind number 1" --in "$work/links"
: >"$work/links"
complains 'an empty file is an error' 1 'has no numbers' --in "$work/links"
