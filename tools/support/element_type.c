/* SPDX-License-Identifier: MIT */
#include "element_type.h"

static const struct element_type types[] = {
#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    [VKSCAN_TYPE_##ID] = {{(bytes) / (components), kind}, components},
#include "types.def"
#undef TYPE
};

const struct element_type *element_type_of(vkscan_type type)
{
    return &types[type == VKSCAN_TYPE_DEFAULT ? VKSCAN_TYPE_U32 : type];
}

uint32_t element_size_of(vkscan_type type)
{
    return element_type_of(type)->scalar.size * element_type_of(type)->components;
}
