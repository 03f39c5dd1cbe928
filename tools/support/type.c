/* SPDX-License-Identifier: MIT */
#include "type.h"

static const struct type types[] = {
#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    [VKSCAN_TYPE_##ID] = {{(bytes) / (components), kind}, components},
#include "types.def"
#undef TYPE
};

const struct type *type_of(vkscan_type type)
{
    return &types[type == VKSCAN_TYPE_DEFAULT ? VKSCAN_TYPE_U32 : type];
}

uint32_t type_size(vkscan_type type)
{
    return type_of(type)->scalar.size * type_of(type)->components;
}
