# SPDX-License-Identifier: MIT
file() {
    printf '%s\n' "$@" >"$work/matrix"
}

prints_inverse() {
    "$program" --repeat 1 --matrix "$work/matrix" >"$work/output" &&
        [ "$(tail -n 2 "$work/output" | tr '\n' ' ')" = '0.5 0 -0.125 0.25 ' ]
}

computes 'a triangular matrix' --rows 13
computes 'one element, by addresses' --rows 1 --addresses
computes 'a dense matrix' --rows 10 --dense
file '2 0' '1 4'
check_on_device 'a file, whose inverse is printed' prints_inverse
file '1 2' '2 4'
complains_on_device 'a singular matrix is an error' 1 'singular or nearly so' --matrix "$work/matrix"
file '1 0' '2'
complains 'a file that is cut short is an error' 1 '3 numbers are no square matrix' --matrix "$work/matrix"
file '1 0' '2 x'
complains 'another word is an error' 1 "'x' behind number 3" --matrix "$work/matrix"
complains 'a large matrix is an error' 2 'from 1 to 256' --rows 257
