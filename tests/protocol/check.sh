#!/bin/sh
# SPDX-License-Identifier: MIT
# Searches all states of lookahead.pml for what must not be, in one configuration after another.
# Where something is done wrong on purpose the search must find it, which shows that it would. With
# VKSCAN_TEST_SIZE=exhaustive also the searches that repeat others.
set -eu
. "$(dirname "$0")/../support/tap.sh"

if ! command -v spin >/dev/null && ! [ "${VKSCAN_REQUIRE_DEVICE+set}" ]; then
    echo 'no spin' >&2
    echo '1..0 # SKIP no spin'
    exit
fi

model=$(CDPATH='' cd "$(dirname "$0")" && pwd)/lookahead.pml
cd "$work"

# In 2 GiB at most, along paths of at most 2000 steps.
search() {
    checker=$1
    option=$2
    shift 2
    rm -f pan*
    spin -P"$CC -E -x c" "$@" -a "$model" &&
        $CC "$checker" -DMEMLIM=2048 -DNOFAIR -w -o pan pan.c &&
        ./pan -m2000 -w22 $option
}

# What was found. Pan counts no errors in a search that was cut short, either.
verdict() {
    if grep -q 'max search depth too small\|reached -DMEMLIM\|out of memory' found; then
        echo truncated
    elif grep -q '^pan:1: invalid end state' found; then
        echo hangs
    elif grep -q '^pan:1: assertion violated' found; then
        echo errs
    elif grep -q '^pan:1: non-progress cycle' found; then
        echo cycles
    elif grep -q 'errors: 0$' found && ! grep -q 'Search not completed' found; then
        echo holds
    else
        echo unknown
    fi
}

is_found() {
    cat found
    [ "$(verdict)" = "$1" ]
}

expect() {
    expected=$1
    sentence=$4
    checker=$2
    option=$3
    shift 4
    (search "$checker" "$option" "$@") >found 2>&1 || true
    states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' found)
    check "$sentence (${states:-no} states)" is_found "$expected"
}

# All that are not stopped end, and whatever is computed is right.
holds() {
    expect holds -DSAFETY '' "$@"
}

# Something is computed that is wrong.
errs() {
    expect errs -DSAFETY '' "$@"
}

# One that is not stopped waits for ever.
hangs() {
    expect hangs -DSAFETY '' "$@"
}

# There are no cycles.
ends() {
    expect holds -DNP -l "$@"
}

# A search that takes long and goes over what others have gone over: in the exhaustive size alone.
long() {
    [ "${VKSCAN_TEST_SIZE-}" != exhaustive ] || "$@"
}

# What a tile has: one word that holds a value and its flag, or twice two that hold half a value.
one='-DPARTS=1 -DSETS=1'
two='-DPARTS=2 -DSETS=2'

holds 'one word: whoever is stopped, all others end, and two runs are right' \
    $one -DRUNS=2 -DSTOP=1
long holds 'one word, at most two tickets each: whoever is stopped, all others end and are right' \
    $one -DSTOP=1 -DSHARE=2
holds 'one word, no look-ahead: whoever is stopped, all others end, and two runs are right' \
    $one -DRUNS=2 -DSTOP=1 -DLOOK_AHEAD=0
long holds 'two words: whoever is stopped, all others end and are right' \
    $two -DSTOP=1
holds 'two words, two workgroups: whoever is stopped, all others end, and two runs are right' \
    $two -DRUNS=2 -DSTOP=1 -DWORKGROUPS=2
holds 'two words, no look-ahead: whoever is stopped, all others end, and two runs are right' \
    $two -DRUNS=2 -DSTOP=1 -DLOOK_AHEAD=0 -DTILES=3
holds 'one word, prefixes by the next block of two: all others end and are right' \
    $one -DSTOP=1 -DBLOCK=2
long holds 'one word, prefixes by the next block of two: all others end, and two runs are right' \
    $one -DRUNS=2 -DSTOP=1 -DBLOCK=2
long holds 'two words, prefixes by the next block of two: all others end and are right' \
    $two -DSTOP=1 -DBLOCK=2
holds 'one word, tiles by index: whoever is stopped, all others end, and two runs are right' \
    $one -DRUNS=2 -DSTOP=1 -DLOOK_AHEAD=0 -DTILES=3 -DBY_INDEX=1
long holds 'one word, tiles by index, room for two: they end in any order, and two runs are right' \
    $one -DRUNS=2 -DLOOK_AHEAD=0 -DTILES=3 -DBY_INDEX=1 -DROOM=2
long holds 'two words, tiles by index: whoever is stopped, all others end, and two runs are right' \
    $two -DRUNS=2 -DSTOP=1 -DLOOK_AHEAD=0 -DTILES=3 -DBY_INDEX=1
long holds \
    'one word, tiles by index, prefixes by the next block of two: all others end and are right' \
    $one -DRUNS=2 -DSTOP=1 -DLOOK_AHEAD=0 -DTILES=3 -DBY_INDEX=1 -DBLOCK=2
ends 'one word: no schedule goes on for ever' $one -DSTOP=1 -DTILES=3
long ends 'one word, four tiles: no schedule goes on for ever' $one -DSTOP=1
long ends 'one word, prefixes by the next block of two: no schedule goes on for ever' \
    $one -DSTOP=1 -DBLOCK=2
ends 'two words: no schedule goes on for ever' $two -DSTOP=1 -DWORKGROUPS=2
long ends 'one word, tiles by index: no schedule goes on for ever' \
    $one -DSTOP=1 -DLOOK_AHEAD=0 -DTILES=3 -DBY_INDEX=1
long ends 'two words, no look-ahead: no schedule goes on for ever' \
    $two -DSTOP=1 -DLOOK_AHEAD=0 -DTILES=3

# Without the fallback.
holds 'no fallback, room for two of three workgroups: all end if none is stopped' \
    $one -DFALLBACK=0 -DROOM=2
hangs 'no fallback, tiles by index, room for two: both wait for one that cannot start' \
    $one -DFALLBACK=0 -DROOM=2 -DLOOK_AHEAD=0 -DTILES=3 -DBY_INDEX=1
hangs 'one word, no fallback: others wait for one that is stopped' $one -DFALLBACK=0 -DSTOP=1
hangs 'two words, no fallback: others wait for one that is stopped' $two -DFALLBACK=0 -DSTOP=1

# Words of earlier runs.
errs 'one word: a reader that ignores the epoch uses the run before' $one -DMISTAKE=ANY_EPOCH
errs 'two words: a reader that ignores the epoch uses the run before' $two -DMISTAKE=ANY_EPOCH
holds 'one word: epochs can begin anew if words are cleared' $one -DRUNS=2 -DEPOCHS=1
long holds 'one word, tiles by index: epochs can begin anew if words are cleared' \
    $one -DRUNS=2 -DEPOCHS=1 -DLOOK_AHEAD=0 -DTILES=3 -DBY_INDEX=1
long holds 'two words: epochs can begin anew if words are cleared' \
    $two -DRUNS=2 -DEPOCHS=1 -DTILES=3
long holds \
    'one word, prefixes by the next block of two: epochs can begin anew if words are cleared' \
    $one -DRUNS=2 -DEPOCHS=1 -DBLOCK=2
errs 'one word: epochs cannot begin anew if words are left' \
    $one -DRUNS=2 -DEPOCHS=1 -DMISTAKE=NO_CLEAR
errs 'one word: epochs cannot begin anew while others look at words' \
    $one -DRUNS=2 -DEPOCHS=1 -DMISTAKE=EARLY_CLEAR

errs 'one word: nobody may take a ticket who has left the run' $one -DMISTAKE=EARLY_LEAVE

# Input that is overwritten.
errs 'one word: output before publication spoils a fallback' $one -DMISTAKE=OUTPUT_FIRST
errs 'two words: output before publication spoils a fallback' $two -DMISTAKE=OUTPUT_FIRST
errs 'one word: output comes before publication where no barrier is' $one -DMISTAKE=NO_BARRIER
errs 'two words: output comes before publication where no barrier is' $two -DMISTAKE=NO_BARRIER
errs 'one word: a fallback that does not compare spoils an aggregate' $one -DMISTAKE=PLAIN_STORE
errs 'two words: a fallback that does not compare spoils an aggregate' $two -DMISTAKE=PLAIN_STORE
holds 'one word: tile 0 may publish its prefix alone' $one -DMISTAKE=NO_AGGREGATE
errs 'two words: tile 0 must publish its aggregate, too' $two -DMISTAKE=NO_AGGREGATE

# Values in two words.
mixed='-DPARTS=2 -DSETS=1 -DWORKGROUPS=2'
holds 'two words in one set: whoever is stopped, all others end and are right' \
    $mixed -DSTOP=1 -DTILES=3
long holds 'two words in one set, prefixes by the next block of two: all others end and are right' \
    $mixed -DSTOP=1 -DBLOCK=2
holds \
    'two words in one set, prefixes by the next block of two: all others end, and two runs are right' \
    $mixed -DSTOP=1 -DBLOCK=2 -DRUNS=2 -DTILES=3
ends 'two words in one set: no schedule goes on for ever' $mixed -DSTOP=1 -DTILES=3
long ends 'two words in one set, prefixes by the next block of two: no schedule goes on for ever' \
    $mixed -DSTOP=1 -DBLOCK=2
errs 'two words in one set: a fallback needs the aggregate that the owner has kept' \
    $mixed -DBLOCK=2 -DMISTAKE=NOT_KEPT
errs 'two words in one set: a reader mixes an aggregate with a prefix' \
    $mixed -DMISTAKE=MIXED_WORDS
errs 'two words: a fallback must round as the owner does' $two -DMISTAKE=OTHER_BITS
finish
