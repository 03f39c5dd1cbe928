/* SPDX-License-Identifier: MIT */
#include "family.h"

#define PLACE_ALIGNMENT 256 /* the largest minStorageBufferOffsetAlignment that there may be */

static const struct family *const families[] = {
    [VKSCAN_PRIMITIVE_REDUCE] = &bench_fold,
    [VKSCAN_PRIMITIVE_INCLUSIVE_SCAN] = &bench_fold,
    [VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN] = &bench_fold,
    [VKSCAN_PRIMITIVE_SELECT] = &bench_selection,
    [VKSCAN_PRIMITIVE_PARTITION] = &bench_selection,
    [VKSCAN_PRIMITIVE_UNIQUE] = &bench_selection,
    [VKSCAN_PRIMITIVE_SORT] = &bench_sorting,
};

const struct family *bench_family(vkscan_primitive primitive)
{
    return families[primitive];
}

struct extent bench_extent(const vkscan_plan_params *params, uint64_t count)
{
    return families[params->primitive]->extent(params, count);
}

VkDeviceSize second_place(VkDeviceSize size)
{
    return (size + PLACE_ALIGNMENT - 1) / PLACE_ALIGNMENT * PLACE_ALIGNMENT;
}

static VkDeviceSize both(VkDeviceSize first, VkDeviceSize second)
{
    return second ? second_place(first) + second : first;
}

VkDeviceSize extent_source(const struct extent *extent)
{
    return both(extent->source, extent->second_source);
}

VkDeviceSize extent_destination(const struct extent *extent)
{
    return both(extent->destination, extent->second_destination);
}

VkDeviceSize whole_words(VkDeviceSize size)
{
    return (size + 3) & ~(VkDeviceSize)3;
}
