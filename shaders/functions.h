/* SPDX-License-Identifier: MIT */
/*
 * Functions that expressions of ops.def call, of GLSL and C alike: over T, an unsigned integer, and
 * without constructors or casts. FUNCTION is `static inline` in C.
 */

/* The map `first`, then `second`. */
FUNCTION T compose_affine(T first, T second)
{
    const T a = (first & 0xffffu) * (second & 0xffffu);
    const T b = (first >> 16) * (second & 0xffffu) + (second >> 16);
    return (a & 0xffffu) | (b & 0xffffu) << 16;
}
