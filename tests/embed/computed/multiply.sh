# SPDX-License-Identifier: MIT
is_product() {
    "$program" --repeat 1 --validate --a "$1" --b "$2" >"$work/product" && [ "$(head -n 1 "$work/product")" = "$3" ]
}

computes 'numbers of many words' --bits 10001
computes 'numbers of a bit, by addresses' --bits 1 --addresses
check_on_device 'a product in which a carry goes a long way' is_product \
    ffffffffffffffffffffffff ffffffffffffffffffffffff fffffffffffffffffffffffe000000000000000000000001
check_on_device 'factors of several lengths' is_product deadbeef123456789abcdef0 FEDCBA987654321 \
    ddb063102453f68382101112236d88fe5618cf0
check_on_device 'a product of 0' is_product 0 5 0
complains 'another digit is an error' 1 "--a has 'x', which is no hexadecimal digit" --a 0x5
complains 'no digits are an error' 1 '--b has no digits' --b ''
