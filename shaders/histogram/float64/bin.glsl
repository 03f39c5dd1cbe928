// SPDX-License-Identifier: MIT
// The bin of a double.
#ifndef BIN_GLSL
#define BIN_GLSL

#include "histogram/edges.glsl"

uint bin_of(T value)
{
    if (BINNING == BINNING_EDGES)
        return bin_by_edges(value);
    return even_bin_of_float(value);
}

#endif
