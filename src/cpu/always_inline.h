/* SPDX-License-Identifier: MIT */
/* Inlines a function that is fast only where its sizes are constants, which its callers give. */
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
