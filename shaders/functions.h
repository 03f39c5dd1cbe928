/* SPDX-License-Identifier: MIT */
/*
 * Functions that expressions of ops.def call, of GLSL and C alike: over T, an unsigned integer, and
 * without constructors or casts. FUNCTION is `static inline` in C.
 */

/*
 * Symmetries of the integers composed, the right one first: 2 k + 1 is t -> t + k, and 2 k + 2 is
 * t -> k - t.
 */
FUNCTION T compose_dihedral(T left, T right)
{
    return left + (right - 1) * (2 * (left & 1) - 1);
}
