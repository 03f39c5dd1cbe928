# SPDX-License-Identifier: MIT
draws() {
    printf 'Ab c.\n\ndE' >"$work/text"
    "$program" --repeat 1 --in "$work/text" --width 64 --out "$work/page.pgm" || return 1
    head -n 1 "$work/page.pgm"
    [ "$(head -n 1 "$work/page.pgm")" = 'P5 112 114 255' ]
}

computes 'a text' --size 3001
computes 'short lines, by addresses' --size 500 --width 200 --addresses
computes 'one character' --size 1
check_on_device 'lines have the height of what is on them' draws
printf '\n\n a\n\n\n\nb c\r\n' >"$work/text"
computes 'white space around a text' --in "$work/text"
printf 'a word longword' >"$work/text"
complains 'a word wider than a line is an error' 1 'the word at character 7 is 96 pixels' --in "$work/text" --width 80
printf ' \n' >"$work/text"
complains 'a text of white space is an error' 1 '0 characters, not 1' --in "$work/text"
complains_on_device 'a page that cannot be written is an error' 1 'No such file' --size 100 --out "$work/none/page.pgm"
