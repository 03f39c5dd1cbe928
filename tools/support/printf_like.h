/* SPDX-License-Identifier: MIT */
/* Has the compiler check the values from parameter `values_at` on against a function's format,
 * which is parameter `format_at`. */
#ifndef PRINTF_LIKE_H
#define PRINTF_LIKE_H

#if defined(__MINGW32__) && !defined(__clang__)
#define PRINTF_LIKE(format_at, values_at) __attribute__((format(gnu_printf, format_at, values_at)))
#elif defined(__GNUC__)
#define PRINTF_LIKE(format_at, values_at) __attribute__((format(printf, format_at, values_at)))
#else
#define PRINTF_LIKE(format_at, values_at)
#endif

#endif
