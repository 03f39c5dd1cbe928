# SPDX-License-Identifier: MIT
# Throughput over the number of elements from the CSV of vkscan-bench, a panel for each primitive.
# Prints an SVG. vkscan-bench --plot runs it; by hand, with gnuplot 5.4 or later:
#
#     gnuplot -e "csv = 'results.csv'; device = 'NVIDIA H200'" plot.gp >plot.svg

set datafile separator comma
set datafile columnheaders
set datafile missing NaN # rows of others, which must not interrupt a line
set encoding utf8

# ---- the rows to draw ----

limits = 'read copy move pass' # drawn behind the algorithms; 'cpu' is not drawn
primitives = ''
algorithms = ''

has(list, name) = strstrt(' '.list.' ', ' '.name.' ') > 0
add(list, name) = has(list, name) ? list : list.(strlen(list) ? ' ' : '').name
index_of(list, name) = sum [i = 1:words(list)] (word(list, i) eq name ? i : 0)

drawn(algorithm) = algorithm ne 'cpu'
competes(algorithm) = drawn(algorithm) && !has(limits, algorithm)
is(primitive, algorithm) = strcol('primitive') eq primitive && strcol('algorithm') eq algorithm

stats csv using (primitives = add(primitives, strcol('primitive')), \
                 algorithms = competes(strcol('algorithm')) ? add(algorithms, strcol('algorithm')) : algorithms, \
                 drawn(strcol('algorithm')) ? column('n') : NaN) name 'N' nooutput
stats csv using (drawn(strcol('algorithm')) ? column('gelem_per_s') : NaN) name 'SPEED' nooutput
# The operator, and the data if it is not random, of rows that have them.
op = ''
data = ''
stats csv using (op = strcol('op') eq 'none' ? op : strcol('op').', ', \
                 data = strcol('data') eq 'random' ? data : ', '.strcol('data').' data', \
                 type = strcol('type'), 0) nooutput
title = device.': '.op.type.data

# ---- axes: elements in powers of two, throughput in powers of ten ----

log2(x) = log(x) / log(2)
first = floor(log2(N_min))
last = ceil(log2(N_max))
if (first == last) { # a single count stands in the middle
    first = first - 1
    last = last + 1
}
lowest = floor(log10(SPEED_min))
highest = ceil(log10(SPEED_max))
highest = highest > lowest ? highest : lowest + 1

set terminal svg noenhanced size 1120, 40 + 480 * words(primitives) font 'sans-serif,13' \
    background '#ffffff'
set lmargin at screen 0.09
set rmargin at screen 0.74
set key at graph 1.03, 1 left top Left reverse samplen 3 spacing 1.1
set border 3 lc rgb '#808080'
set tics nomirror textcolor rgb '#303030'
set grid xtics ytics mytics lc rgb '#dcdcdc' lw 1, lc rgb '#f2f2f2' lw 1
set logscale x 2
set logscale y 10
set mytics 10
set format x '2^%L'
set format y '%g'
set xlabel 'elements'
set ylabel 'throughput, Gelem/s'
set xtics 2.0**first, 2.0**((last - first + 9) / 10)

# ---- lines ----

# An algorithm looks the same in every panel. The points repeat later than the colours, so that no
# two algorithms look alike.
colours = '#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #882255 #222222'
points = '7 5 9 11 13 15 6 4 8 10 12 14 2 1 3'
dashes = 'solid (12,5) (3,4) (14,4,3,4)'
cycle(list, i) = word(list, i % words(list) + 1)
do for [i = 0:words(algorithms) - 1] {
    eval sprintf("set style line %d lc rgb '%s' lw 2 pt %s ps 0.9 dt %s", i + 1, \
                 cycle(colours, i), cycle(points, i), cycle(dashes, i / words(colours)))
}

# Sizes come in any order and more than once, which `smooth unique` puts right. What auto stands for
# is named where that is the same at every size.
label(algorithm) = \
    algorithm eq 'auto' && words(resolved) == 1 ? 'auto ('.resolved.')' : algorithm
line(algorithm) = has(limits, algorithm) ? (limit = algorithm, 1) : \
    !competes(algorithm) ? 1 : \
    (lines = add(lines, algorithm), \
     resolved = algorithm eq 'auto' ? add(resolved, strcol('resolved')) : resolved, 1)

set multiplot layout words(primitives), 1 title title font ',19'
do for [primitive in primitives] {
    limit = ''
    lines = ''
    resolved = ''
    set autoscale # or stats would leave out what is beyond the axes
    stats csv using (strcol('primitive') eq primitive ? line(strcol('algorithm')) : 1) nooutput
    set xrange [2.0**(first - 0.25) : 2.0**(last + 0.25)]
    set yrange [10.0**lowest : 10.0**highest]
    set title primitive font ',16'
    plot csv using (is(primitive, limit) ? column('n') : NaN):(column('gelem_per_s')) \
             smooth unique with linespoints lc rgb '#b4b4b4' lw 5 pt 7 ps 0.5 dt solid \
             title limit, \
         for [algorithm in lines] \
             csv using (is(primitive, algorithm) ? column('n') : NaN):(column('gelem_per_s')) \
             smooth unique with linespoints ls index_of(algorithms, algorithm) \
             title label(algorithm)
}
unset multiplot
