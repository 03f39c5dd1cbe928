/* SPDX-License-Identifier: MIT */
/* Which policy an algorithm has on a device. Pure arithmetic; the policies are the algorithms'. */
#ifndef VKSCAN_TUNING_H
#define VKSCAN_TUNING_H

#include "report.h"
#include "shape.h"

/* Devices that a policy is for: a PCI vendor id, or one of these. */
#define POLICY_ANY_DEVICE 0
#define POLICY_GPU 1 /* not a software driver */

#define POLICY_NO_END UINT64_MAX
#define POLICIES_MAX 5 /* of an algorithm on a device */

/* With an element size: of class packed, whose vectors have 16 bytes; of f16, for which an
 * algorithm without such policies has those of the size. */
#define POLICY_PACKED 0x100
#define POLICY_HALF 0x200
#define POLICY_SIZE 0xff

/* A shape, and the capacities at which AUTO takes it: from <= capacity < to. */
struct policy {
    uint32_t devices;
    uint32_t element_size; /* 0: of all elements without policies of their own */
    struct shape shape;
    uint64_t from, to;
    uint32_t measured_on; /* multiprocessors; 0: the range does not depend on them */
};

/* As measured on 132 multiprocessors, whose ranges scale with the device's. */
#define POLICY_NVIDIA(element_size, threads, items, workgroups, from, to)                          \
    {                                                                                              \
        0x10de, element_size, {threads, items, workgroups}, from, to, 132                          \
    }

/* An algorithm's policies on a device, for a primitive and elements of a size: the caller's for the
 * primitive, else for those not named; else the library's for the vendor, else for GPUs, else for
 * any device. */
struct policies {
    struct policy policy[POLICIES_MAX];
    uint32_t count;
};

struct algorithm;

/* The caller's policy as this version has it. */
VkResult vks_tuning_read(const struct tuning *tuning, uint32_t index, vkscan_tuning_policy *policy,
                         const struct report *errors);

struct policies vks_tuning_policies(const struct caps *caps, const struct algorithm *algorithm,
                                    vkscan_primitive primitive, uint32_t element_size);

/* The shape of an algorithm asked for by name: AUTO's at the capacity; of a persistent one out of
 * range that of the last policy that begins at or below it, else the first one's. At POLICY_FIRST
 * it is the first one's, by which floats are grouped alike at all capacities. */
#define POLICY_FIRST UINT64_MAX
struct shape vks_tuning_shape(const struct caps *caps, const struct algorithm *algorithm,
                              vkscan_primitive primitive, uint32_t element_size, uint64_t capacity);

/*
 * The shape for AUTO: that of the last policy whose range has the capacity. Without one it is the
 * first policy's, but persistent kernels have none: returns false.
 */
bool vks_tuning_shape_at(const struct caps *caps, const struct algorithm *algorithm,
                         vkscan_primitive primitive, uint32_t element_size, uint64_t capacity,
                         struct shape *shape);

/* The most workgroups of a persistent kernel: as many as should be resident at once; where the
 * shape does not say, as many as the device allows. */
uint64_t vks_tuning_workgroups(const struct caps *caps, const struct shape *shape);

/* Polls of a missing tile state before the fallback. */
uint32_t vks_tuning_spin_limit(const struct caps *caps);

#endif
