# SPDX-License-Identifier: MIT
market() {
    printf '%%%%MatrixMarket matrix %s\n' "$1" >"$work/m.mtx"
    shift
    printf '%s\n' "$@" >>"$work/m.mtx"
}

refuses_matrix() {
    case=$1 words=$2
    shift 2
    market "$@"
    complains "$case" 1 "$words" --matrix "$work/m.mtx"
}

computes 'rows of one length, by addresses' --rows 3001 --addresses
computes 'a band' --kind banded --rows 1000 --mean 7
computes 'rows by a power law, empty ones too' --kind power-law --rows 10007
computes 'ranks of pages' --kind power-law --rows 999 --pagerank --steps 20
market 'coordinate pattern general' '3 4 2' '1 4' '3 3'
complains 'ranks of a matrix that is not square are an error' 1 'square' --pagerank --matrix "$work/m.mtx"
market 'coordinate real symmetric' '% a comment' '3 3 4' '1 1 2' '2 1 -1' '3 2 -1' '3 3 4'
computes 'a symmetric file' --matrix "$work/m.mtx"
market 'coordinate integer general' '3 3 0'
computes 'a file without entries' --matrix "$work/m.mtx"
refuses_matrix 'a file that is cut short is an error' 'the value of entry 2 is cut short' \
    'coordinate real general' '2 2 2' '1 1 5' '2 2'
refuses_matrix 'a row beyond the last is an error' 'the row of entry 1 has 4' \
    'coordinate real general' '3 3 1' '4 1 1'
refuses_matrix 'a dense file is an error' 'is not read' 'array real general' '1 1' '3'
printf 'x' >"$work/m.mtx"
complains 'another file is an error' 1 'not a Matrix Market file' --matrix "$work/m.mtx"
complains 'no file is an error' 1 'No such file' --matrix "$work/none.mtx"
complains 'an unknown kind is an error' 2 'takes one of uniform banded power-law' --kind dense
