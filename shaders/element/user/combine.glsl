// SPDX-License-Identifier: MIT
// The operator file has combine().
#ifndef USER_COMBINE_GLSL
#define USER_COMBINE_GLSL

#endif
