# SPDX-License-Identifier: MIT
draws() {
    "$program" --size 300 --out "$work/hull.pgm" &&
        [ "$(wc -c <"$work/hull.pgm")" = $((15 + 512 * 512)) ]
}

computes 'points in a disc' --size 5000
computes 'points in a square, by addresses' --kind square --size 1000 --addresses
computes 'points on edges and equal ones' --kind grid --size 500
check_on_device 'a whole picture is written' draws
complains_on_device 'points on a line are an error' 1 'on a line' --size 2
complains_on_device 'one point is an error' 1 'on a line' --size 1
complains_on_device 'a picture that cannot be written is an error' 1 'No such file' --size 100 --out "$work/none/hull.pgm"
complains 'an unknown kind is an error' 2 'takes one of disc square grid' --kind cube
