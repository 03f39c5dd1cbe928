// SPDX-License-Identifier: MIT
#ifndef DEVICE_BARRIER_GLSL
#define DEVICE_BARRIER_GLSL

#extension GL_KHR_memory_scope_semantics : require

// Waits for the workgroup, like barrier(), and orders accesses to buffers for the whole device. A
// fence before barrier(), which orders shared memory alone, would lack the acquire after it.
#define device_barrier()                                                                           \
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice,                                              \
                   gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,                          \
                   gl_SemanticsAcquireRelease)

#endif
