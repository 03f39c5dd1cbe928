/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Names of enumerators, and sizes of types, for tools and messages. vkscan.h includes this header.
 */
#ifndef VKSCAN_NAMES_H
#define VKSCAN_NAMES_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns the name that tools print and accept, a static string: "inclusive-scan", "add", "u32",
 * "blelloch"; for determinism "run", "fastest" and "everywhere". NULL if the value is unknown.
 * Values count up from 0 without gaps, so a loop until NULL visits them all; the textbook's
 * algorithms do so from VKSCAN_ALGORITHM_TEXTBOOK, in builds without the textbook too.
 * @{
 */
VKSCAN_API const char *vkscan_primitive_name(vkscan_primitive primitive);
VKSCAN_API const char *vkscan_op_name(vkscan_op op);
VKSCAN_API const char *vkscan_type_name(vkscan_type type);
VKSCAN_API const char *vkscan_algorithm_name(vkscan_algorithm algorithm);
VKSCAN_API const char *vkscan_access_name(vkscan_access access);
VKSCAN_API const char *vkscan_determinism_name(vkscan_determinism determinism);
/** @} */

/**
 * Returns a port's name, "source" or "second_source", a static string; NULL if the value is
 * unknown. Values count up from 0 without gaps. Messages call a vkscan_port_buffer's members
 * "source.size" and the like; SECOND_SOURCE is "values" in sorts and "weights" in histograms, and
 * SECOND_DESTINATION "values_out" in sorts.
 */
VKSCAN_API const char *vkscan_port_name(vkscan_port port);

/**
 * Returns one line on how the algorithm computes the primitive, with its source, a static string.
 * NULL if the algorithm does not compute the primitive, if a value is unknown, and for AUTO.
 */
VKSCAN_API const char *vkscan_algorithm_summary(vkscan_algorithm algorithm,
                                                vkscan_primitive primitive);

/** Returns the bytes of one element, 1 to 16; 0 for NONE and if the type is unknown. */
VKSCAN_API uint32_t vkscan_type_size(vkscan_type type);

#ifdef __cplusplus
}
#endif

#endif
