# SPDX-License-Identifier: MIT
# Checks where tokens of a text are, which is $3 in the form of printf, with the format $2.
finds() {
    printf "$3" >"$work/text"
    wanted=$4
    check_on_device "$1" prints_tokens --format "$2"
}

prints_tokens() {
    "$program" --repeat 1 --print --in "$work/text" "$@" >"$work/output" || return 1
    found=$(grep -x '[0-9]*' "$work/output" | tr '\n' ' ')
    echo "$found"
    [ "$found" = "$wanted" ]
}

refuses() {
    printf "$3" >"$work/text"
    complains_on_device "$1" 1 "$4" --format "$2" --in "$work/text"
}

computes 'records of CSV' --size 10000
computes 'records of JSON, by addresses' --size 10000 --format json --addresses
computes 'one record' --size 1
finds 'fields end at commas and line ends' csv 'a,"b,\n""c"""\r\n,d' '1 13 14 '
finds 'structure is outside of strings' json '{"a\\"[": [10, true]}' '0 1 7 9 10 12 14 18 19 '
refuses 'a quote in a plain field is an error' csv 'ab"c"' 'byte 2, of value 34'
refuses 'text behind quotes is an error' csv '"ab"c' 'byte 4, of value 99'
refuses 'a lone carriage return is an error' csv 'ab\rc' 'byte 3, of value 99'
refuses 'a file that is cut short in quotes is an error' csv 'a,"b\n' 'ends within quotes'
refuses 'a file that is cut short in a string is an error' json '["ab' 'ends within quotes'
refuses 'a line end in a string is an error' json '["a\nb"]' 'byte 3, of value 10'
: >"$work/text"
complains 'an empty file is an error' 1 '0 bytes, not 1' --in "$work/text"
