# SPDX-License-Identifier: MIT
computes 'many systems' --length 100 --systems 97
computes 'one system, by addresses' --length 9001 --systems 1 --addresses
computes 'systems of one unknown' --length 1 --systems 300
computes 'diagonals no larger than the rest of their rows' --dominance 1
computes 'products without scaling, of short systems' --length 20 --plain
complains_on_device 'products without scaling overflow in long ones' 1 'products that overflow' --plain
complains_on_device 'a zero pivot is an error' 1 'system 0 has a pivot that is zero' --dominance 0
complains 'too many unknowns are an error' 1 'more than 2^27' --length 2^14 --systems 2^14
