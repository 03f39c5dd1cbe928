/* SPDX-License-Identifier: MIT */
/* The tables of types and operators, and the computation that follows from the two. */
#include "element.h"

#include <assert.h>
#include <string.h>

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static const struct element_type types[] = {
#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    [VKSCAN_TYPE_##ID] = {#name, bytes, components, #class, #key_class, KIND_##kind, needs},
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
    _Static_assert(VKSCAN_OP_##ID == value, "ops.def and types.h differ");
#define ORDER_OPERATOR ARITHMETIC_OPERATOR
#define INTEGER_OPERATOR ARITHMETIC_OPERATOR
#include "ops.def"

const struct element_type *vks_element_type(vkscan_type type)
{
    return (size_t)type < COUNT_OF(types) && type != VKSCAN_TYPE_NONE ? &types[type] : NULL;
}

const struct op *vks_element_op(vkscan_op op)
{
    return (size_t)op < COUNT_OF(ops) ? &ops[op] : NULL;
}

bool vks_element_has_op(const struct element_type *type, const struct op *op)
{
    return op->domain != DOMAIN_INTEGER || type->kind != KIND_FLOAT;
}

/* The class of a narrow type computes conversions into 32 bits, too, because it knows formats. */
const char *vks_element_class(const struct element_type *type, const struct element_type *out,
                              const struct op *op)
{
    const struct element_type *computing = out->size <= sizeof(uint32_t) ? type : out;

    return op->domain == DOMAIN_ORDER ? computing->key_class : computing->class;
}

/* An integer converts into one of at least 32 bits that holds all its values, and a float into the
 * next larger float. */
bool vks_element_converts(const struct element_type *type, const struct element_type *out)
{
    if (type == out)
        return true;
    if (type->components > 1 || out->components > 1 || type->size >= out->size || out->size < 4)
        return false;
    if (type->kind == KIND_FLOAT || out->kind == KIND_FLOAT)
        return type->kind == out->kind && out->size == 2 * type->size;
    return type->size < 4 || type->kind == out->kind;
}

static uint32_t words_of(const struct element_type *type)
{
    return (type->size + 3) / 4;
}

uint32_t vks_element_vector(uint32_t words)
{
    static const uint32_t vectors[VALUE_WORDS + 1] = {0, 4, 2, 4, 1};

    return vectors[words];
}

/* Returns the KEYS_... of the operator. Keys are unsigned integers of the type's size that order
 * like its values. */
static uint32_t keys_of(const struct element_type *out, const struct op *op)
{
    if (op->domain != DOMAIN_ORDER || out->kind == KIND_UNSIGNED)
        return KEYS_NONE;
    if (out->kind == KIND_SIGNED)
        return KEYS_SIGNED;
    return op->identity == IDENTITY_HIGHEST ? KEYS_NAN_LOWEST : KEYS_NAN_HIGHEST;
}

static uint32_t arithmetic_of(const struct element_type *out, const struct op *op)
{
    if (out->components == 1)
        return ARITHMETIC_WIDE;
    return out->kind == KIND_FLOAT && op->domain == DOMAIN_ARITHMETIC ? ARITHMETIC_FLOAT
                                                                      : ARITHMETIC_UNSIGNED;
}

static uint32_t narrow_format(const struct element_type *type)
{
    static const uint32_t integers[][2] = {[1] = {FORMAT_U8, FORMAT_I8},
                                           [2] = {FORMAT_U16, FORMAT_I16},
                                           [4] = {FORMAT_U32, FORMAT_I32}};

    if (type->kind == KIND_FLOAT)
        return type->size == 2 ? FORMAT_F16 : FORMAT_F32;
    return integers[type->size][type->kind == KIND_SIGNED];
}

/* Returns the format of elements in memory. It is FORMAT_T where they are the same in registers, so
 * that plans share pipelines. */
static uint32_t format_of(const struct element_type *type, const struct element_type *out,
                          uint32_t keys)
{
    if (type != out || type->size < 4)
        return narrow_format(type);
    return keys == KEYS_NONE ? FORMAT_T : FORMAT_NATIVE;
}

/* ---- the bits of values of up to 8 bytes ---- */

static uint64_t sign_bit(const struct element_type *type)
{
    assert(type->size <= sizeof(uint64_t));
    return 1ull << (8 * type->size - 1);
}

static uint64_t all_ones(const struct element_type *type)
{
    return sign_bit(type) | (sign_bit(type) - 1);
}

/* Returns the bits of infinity or of 1, whose mantissas are 0. */
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

/* Returns the key of a value, as element.glsl says, except for NaN. */
static uint64_t key_of(const struct element_type *type, uint32_t keys, uint64_t bits)
{
    if (keys == KEYS_NONE)
        return bits;
    if (keys != KEYS_SIGNED && bits & sign_bit(type))
        return ~bits & all_ones(type);
    return bits ^ sign_bit(type);
}

/* Returns a value with these bits; a vector has them in each component. */
static struct element_value value_of(const struct element_type *type, uint64_t bits)
{
    struct element_value value = {{(uint32_t)bits, (uint32_t)(bits >> 32)}};

    for (uint32_t k = 1; k < type->components; k++)
        value.word[k] = value.word[0];
    return value;
}

/* Returns the type of a vector's components; for a scalar the type itself. */
static const struct element_type *component_of(const struct element_type *type)
{
    static const vkscan_type scalars[] = {[KIND_UNSIGNED] = VKSCAN_TYPE_U32,
                                          [KIND_SIGNED] = VKSCAN_TYPE_I32,
                                          [KIND_FLOAT] = VKSCAN_TYPE_F32};

    return type->components > 1 ? &types[scalars[type->kind]] : type;
}

/* Returns the type that kernels compute in: for a narrow type one of 32 bits, except for keys of
 * f16; for others the type itself. */
static const struct element_type *computed_in(const struct element_type *type, const struct op *op)
{
    if (type->size >= 4)
        return type;
    if (type->kind == KIND_FLOAT)
        return op->domain == DOMAIN_ORDER ? type : &types[VKSCAN_TYPE_F32];
    return &types[type->kind == KIND_SIGNED ? VKSCAN_TYPE_I32 : VKSCAN_TYPE_U32];
}

struct element_value vks_element_identity(const struct element_type *type, const struct op *op)
{
    return value_of(type, identity_bits(component_of(type), op->identity));
}

/* Returns the identity as a T. A narrow integer has its own, which is stored where a segment
 * without a seed begins: that of 32 bits would be cut off there. */
static struct element_value identity_as_computed(const struct element_type *out,
                                                 const struct op *op, uint32_t keys)
{
    const struct element_type *component = component_of(out), *type = computed_in(component, op);
    uint64_t bits = identity_bits(type, op->identity);

    if (type->kind != KIND_FLOAT && type != component) {
        bits = identity_bits(component, op->identity);
        if (bits & sign_bit(component) && type->kind == KIND_SIGNED)
            bits |= all_ones(type) - all_ones(component);
    }
    return value_of(out, key_of(type, keys, bits));
}

/* The specialization constants that the modules of a class have, besides those that all have. */
static const struct class
{
    const char *name;
    bool has_keys, has_arithmetic, has_output_formats;
    const char *packed; /* the class that packs sums, and products if they round */
} classes[] = {
    {"uint32", true, false, true, NULL},     {"float32", false, false, false, NULL},
    {"narrow", true, false, true, "packed"}, {"half", false, false, true, "packed_half"},
    {"words2", true, true, true, NULL},      {"words3", true, true, true, NULL},
    {"words4", true, true, true, NULL},      {"float64", false, false, false, NULL},
    {"packed", false, false, true, NULL},    {"packed_half", false, false, true, NULL},
};

static const struct class *find_class(const char *name)
{
    size_t i = 0;

    while (strcmp(classes[i].name, name) != 0) {
        i++;
        assert(i < COUNT_OF(classes));
    }
    return &classes[i];
}

struct computation vks_element_computation(const struct element_type *type,
                                           const struct element_type *out, const struct op *op)
{
    const uint32_t keys = keys_of(out, op);
    const struct class *class = find_class(vks_element_class(type, out, op));
    const bool rounds = out->kind == KIND_FLOAT && op->domain == DOMAIN_ARITHMETIC;

    return (struct computation){
        .class = class->name,
        .words = words_of(out),
        .vector = vks_element_vector(words_of(out)),
        .source_size = type->size,
        .destination_size = out->size,
        .seed_size = out->size,
        .input_format = format_of(type, out, keys),
        .output_format = format_of(out, out, keys),
        .has_keys = class->has_keys,
        .has_arithmetic = class->has_arithmetic,
        .has_output_formats = class->has_output_formats,
        .keys = keys,
        .arithmetic = arithmetic_of(out, op),
        .rounds = rounds,
        .packed_class = rounds || op == vks_element_op(VKSCAN_OP_ADD) ? class->packed : NULL,
        .identity = identity_as_computed(out, op, keys),
        .seed = vks_element_identity(out, op),
    };
}

struct computation vks_element_packed(const struct computation *computation)
{
    const struct class *class = find_class(computation->packed_class);
    struct computation packed = *computation;

    packed.class = class->name;
    packed.vector = VECTOR_BYTES / packed.source_size;
    packed.is_packed = true;
    packed.has_keys = class->has_keys;
    packed.has_arithmetic = class->has_arithmetic;
    return packed;
}

const char *vkscan_op_name(vkscan_op op)
{
    return vks_element_op(op) ? vks_element_op(op)->name : NULL;
}

const char *vkscan_type_name(vkscan_type type)
{
    if (type == VKSCAN_TYPE_NONE)
        return "none";
    return vks_element_type(type) ? vks_element_type(type)->name : NULL;
}

uint32_t vkscan_type_size(vkscan_type type)
{
    return vks_element_type(type) ? vks_element_type(type)->size : 0;
}
