/* SPDX-License-Identifier: MIT */
#include "element.h"

#include <assert.h>
#include <string.h>

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static const struct element_type types[] = {
#define TYPE(ID, name, bytes, class, key_class, kind, needs)                                       \
    [VKSCAN_TYPE_##ID] = {#name, bytes, #class, #key_class, KIND_##kind, needs},
#include "types.def"
#undef TYPE
};

#define OPERATOR(name, value, domain, identity, commutative)                                       \
    {                                                                                              \
#name, value, domain, IDENTITY_##identity, commutative, NULL                               \
    }

static const struct op ops[] = {
#define ARITHMETIC_OPERATOR(ID, value, name, identity, expression)                                 \
    [VKSCAN_OP_##ID] = OPERATOR(name, value, DOMAIN_ARITHMETIC, identity, true),
#define ORDER_OPERATOR(ID, value, name, identity, expression)                                      \
    [VKSCAN_OP_##ID] = OPERATOR(name, value, DOMAIN_ORDER, identity, true),
#define INTEGER_OPERATOR(ID, value, name, identity, expression)                                    \
    [VKSCAN_OP_##ID] = OPERATOR(name, value, DOMAIN_INTEGER, identity, true),
#include "ops.def"
#undef ARITHMETIC_OPERATOR
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR
};

#define ARITHMETIC_OPERATOR(ID, value, name, identity, expression)                                 \
    _Static_assert(VKSCAN_OP_##ID == value, "ops.def and vkscan.h differ");
#define ORDER_OPERATOR ARITHMETIC_OPERATOR
#define INTEGER_OPERATOR ARITHMETIC_OPERATOR
#include "ops.def"

const struct element_type *vks_element_type(vkscan_type type)
{
    if (type == VKSCAN_TYPE_DEFAULT)
        type = VKSCAN_TYPE_U32;
    return (size_t)type < COUNT_OF(types) ? &types[type] : NULL;
}

const struct op *vks_element_op(vkscan_op op)
{
    return (size_t)op < COUNT_OF(ops) ? &ops[op] : NULL;
}

bool vks_element_has_op(const struct element_type *type, const struct op *op)
{
    return op->domain != DOMAIN_INTEGER || type->kind != KIND_FLOAT;
}

const char *vks_element_class(const struct element_type *type, const struct op *op)
{
    return op->domain == DOMAIN_ORDER ? type->key_class : type->class;
}

bool vks_element_class_has_keys(const struct element_type *type, const struct op *op)
{
    return strcmp(vks_element_class(type, op), type->key_class) == 0;
}

uint32_t vks_element_keys(const struct element_type *type, const struct op *op)
{
    if (op->domain != DOMAIN_ORDER || type->kind == KIND_UNSIGNED)
        return KEYS_NONE;
    if (type->kind == KIND_SIGNED)
        return KEYS_SIGNED;
    return op->identity == IDENTITY_HIGHEST ? KEYS_NAN_LOWEST : KEYS_NAN_HIGHEST;
}

uint32_t vks_element_words(const struct element_type *type)
{
    return (type->size + 3) / 4;
}

/* ---- bits of a value, of types of up to 8 bytes ---- */

static uint64_t sign_bit(const struct element_type *type)
{
    assert(type->size <= sizeof(uint64_t));
    return 1ull << (8 * type->size - 1);
}

static uint64_t all_ones(const struct element_type *type)
{
    return sign_bit(type) | (sign_bit(type) - 1);
}

/* The bits of a float with this exponent field and no mantissa. */
static uint64_t power_of_two(const struct element_type *type, bool infinite)
{
    const uint32_t exponent_bits = type->size == 8 ? 11 : type->size == 4 ? 8 : 5;
    const uint64_t infinity = (1ull << exponent_bits) - 1;

    return (infinite ? infinity : infinity >> 1) << (8 * type->size - 1 - exponent_bits);
}

static uint64_t highest(const struct element_type *type)
{
    if (type->kind == KIND_FLOAT)
        return power_of_two(type, true);
    return type->kind == KIND_SIGNED ? sign_bit(type) - 1 : all_ones(type);
}

static uint64_t lowest(const struct element_type *type)
{
    if (type->kind == KIND_FLOAT)
        return sign_bit(type) | power_of_two(type, true);
    return type->kind == KIND_SIGNED ? sign_bit(type) : 0;
}

static uint64_t identity_bits(const struct element_type *type, enum identity identity)
{
    switch (identity) {
    case IDENTITY_ONE:
        return type->kind == KIND_FLOAT ? power_of_two(type, false) : 1;
    case IDENTITY_LOWEST:
        return lowest(type);
    case IDENTITY_HIGHEST:
        return highest(type);
    case IDENTITY_ALL_ONES:
        return all_ones(type);
    default:
        return 0;
    }
}

/* As from_memory() in memory.glsl, but for NaN. */
static uint64_t key_of(const struct element_type *type, uint32_t keys, uint64_t bits)
{
    if (keys == KEYS_NONE)
        return bits;
    if (keys != KEYS_SIGNED && bits & sign_bit(type))
        return ~bits & all_ones(type);
    return bits ^ sign_bit(type);
}

static struct value value_of(uint64_t bits)
{
    return (struct value){{(uint32_t)bits, (uint32_t)(bits >> 32)}};
}

struct value vks_element_identity(const struct element_type *type, const struct op *op)
{
    return value_of(identity_bits(type, op->identity));
}

struct value vks_element_identity_key(const struct element_type *type, const struct op *op)
{
    return value_of(key_of(type, vks_element_keys(type, op), identity_bits(type, op->identity)));
}

const char *vkscan_op_name(vkscan_op op)
{
    return vks_element_op(op) ? vks_element_op(op)->name : NULL;
}

const char *vkscan_type_name(vkscan_type type)
{
    if (type == VKSCAN_TYPE_DEFAULT)
        return "default";
    return vks_element_type(type) ? vks_element_type(type)->name : NULL;
}

uint32_t vkscan_type_size(vkscan_type type)
{
    return vks_element_type(type) ? vks_element_type(type)->size : 0;
}
