/* SPDX-License-Identifier: MIT */
/* For functions that are fast only where sizes are constants, which callers give them. */
#ifndef ALWAYS_INLINE_H
#define ALWAYS_INLINE_H

#if defined(__GNUC__)
#define ALWAYS_INLINE __attribute__((always_inline)) static inline
#elif defined(_MSC_VER)
#define ALWAYS_INLINE static __forceinline
#else
#define ALWAYS_INLINE static inline
#endif

#endif
