# SPDX-License-Identifier: MIT
# Makes a C string of each line.
s/[\"]/\\&/g
s/.*/"&\\n",/
