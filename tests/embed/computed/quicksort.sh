# SPDX-License-Identifier: MIT
shows() {
    "$program" --repeat 1 --show --in "$work/keys" >"$work/output" || return 1
    cat "$work/output"
    [ "$(head -n 2 "$work/output" | tr '\n' '/')" = '1 0 1 | 3 3 | 7 4 6/0 | 1 1 | 3 3 | 4 6 | 7/' ]
}

computes 'random keys' --size 501
computes 'few keys, by addresses' --size 100 --kind few --addresses
computes 'ascending keys' --size 20 --kind ascending
computes 'one key' --size 1
echo 3 1 7 0 4 1 6 3 >"$work/keys"
check_on_device 'segments are shown' shows
echo 7 1073741824 >"$work/keys"
complains 'a large key is an error' 1 'key 1 is 1073741824, not below 2^30' --in "$work/keys"
echo 7 a >"$work/keys"
complains 'what is no number is an error' 1 "'a' behind number 1" --in "$work/keys"
