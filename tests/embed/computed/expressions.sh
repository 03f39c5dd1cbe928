# SPDX-License-Identifier: MIT
# Checks that an expression, in the form of printf, has the value $2.
finds() {
    printf "$1" >"$work/text"
    value=$2
    check_on_device "$3" prints_value
}

prints_value() {
    "$program" --repeat 1 --validate --in "$work/text" >"$work/output" || return 1
    head -n 1 "$work/output"
    grep -q " $value is right" "$work/output"
}

refuses() {
    printf "$2" >"$work/text"
    complains "$1" 1 "$3" --in "$work/text"
}

computes 'a text' --size 3001
computes 'a short text, by addresses' --size 9 --addresses
computes 'one number' --size 1
finds '10-3-2' 5 'differences from the left'
finds '2+3*4-1' 13 'products before sums'
finds '( 2 + 3 ) * \n(4-(1-12*(3)))\n' 195 'brackets, and white space between them'
finds '2*(3-(4-(5-(6-(7-8)))))*3' 4294967278 'brackets on the right, and a value below 0'
{
    printf '%2000s' '' | tr ' ' '('
    printf 12
    printf '%2000s' '' | tr ' ' ')'
} >"$work/text"
computes 'brackets around a number' --in "$work/text"
refuses 'a bracket that closes none is an error' '(1+2))*(3' 'the bracket at character 5 closes none'
refuses 'a bracket that is not closed is an error' '1+(2*(3+4)' 'the bracket at character 2 is not closed'
refuses 'two operators are an error' '1+*2' "'*' at character 2, where a number has to be"
refuses 'two numbers are an error' '1 2' "'2' at character 2, where an operator has to be"
refuses 'empty brackets are an error' '1+()' "')' at character 3, where a number has to be"
refuses 'a text that is cut short is an error' '1+2*' 'ends where a number has to be'
refuses 'an empty text is an error' '' 'ends where a number has to be'
refuses 'a division is an error' '4/2' 'character 1, of value 47, cannot be there'
refuses 'a long number is an error' '1+1234567890' 'the number at character 2 has more than 9 digits'
