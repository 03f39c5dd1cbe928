// SPDX-License-Identifier: MIT
#ifndef DEVICE_BARRIER_GLSL
#define DEVICE_BARRIER_GLSL

#extension GL_KHR_memory_scope_semantics : require

// A barrier of the workgroup that orders accesses to buffers too, for the whole device: a fence in
// front of barrier(), which orders shared memory alone, lacks the acquire of the threads behind it.
#define device_barrier()                                                                           \
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice,                                              \
                   gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,                          \
                   gl_SemanticsAcquireRelease)

#endif
