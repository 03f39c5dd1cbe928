# SPDX-License-Identifier: MIT
ink=$work/ink.pgm

is_page() {
    [ "$(head -n 1 "$1")" = 'P5 221 166 255' ] && [ "$(tail -n +2 "$1" | wc -c)" = $((221 * 166)) ]
}

computes 'a page' --width 221 --page "$work/page.pgm" --out "$ink"
check_on_device 'whole pictures are written' eval 'is_page "$work/page.pgm" && is_page "$ink"'
printf 'P5 # a comment\n3 2\n255\nabcdef' >"$work/in.pgm"
computes 'a file, of a box beyond its edges, by addresses' --in "$work/in.pgm" --radius 200 --addresses
computes 'one pixel' --width 1
printf 'P5 3 2 255\nabcde' >"$work/in.pgm"
complains 'a file that is cut short is an error' 1 '5 of 6 pixels are there' --in "$work/in.pgm"
printf 'P5 3 0 255\n' >"$work/in.pgm"
complains 'a picture without pixels is an error' 1 '3 x 0 pixels are none' --in "$work/in.pgm"
printf 'P5 1 1 65535\nab' >"$work/in.pgm"
complains 'pixels of 16 bits are an error' 1 'from 0 to 65535, not to 255' --in "$work/in.pgm"
printf 'P2 1 1 255\n7' >"$work/in.pgm"
complains 'a text file is an error' 1 'not a binary PGM file' --in "$work/in.pgm"
complains_on_device 'a file that cannot be written is an error' 1 'No such file' --width 1 --out "$work/none/ink.pgm"
complains 'a box whose sum would wrap is an error' 2 'from 1 to 200' --radius 201
