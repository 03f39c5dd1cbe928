/* SPDX-License-Identifier: MIT */
/* User operators: checks that one is whole, and finds its modules. */
#include "element.h"

#include <string.h>

#include "kernel_interface.h"
#include "select/criteria.h"

/* The elements of user operators count as floats: results may round, so their grouping does not
 * depend on where buffers lie. */
#define USER_ELEMENT(words)                                                                        \
    {                                                                                              \
        "element of " #words " words", 4 * (words), 1, MODULE_CLASS_USER, MODULE_CLASS_USER,       \
            KIND_FLOAT, 0                                                                          \
    }

static const struct element_type user_elements[VALUE_WORDS] = {USER_ELEMENT(1), USER_ELEMENT(2),
                                                               USER_ELEMENT(3), USER_ELEMENT(4)};

const struct element_type *vks_operator_type(uint32_t size)
{
    const bool exists = size % sizeof(uint32_t) == 0 && size > 0 && size <= 4 * VALUE_WORDS;

    return exists ? &user_elements[size / sizeof(uint32_t) - 1] : NULL;
}

bool vks_operator_is_predicate(const vkscan_operator *user)
{
    return user->flags & VKSCAN_OPERATOR_PREDICATE_BIT;
}

struct op vks_operator_op(const vkscan_operator *user)
{
    return (struct op){
        .name = user->name,
        .id = vks_operator_is_predicate(user) ? CRITERION_PREDICATE : 0,
        .domain = DOMAIN_ARITHMETIC,
        .identity = IDENTITY_ZERO, /* in place of the one that kernels alone know */
        .commutative = user->flags & VKSCAN_OPERATOR_COMMUTATIVE_BIT,
        .user = user,
    };
}

struct computation vks_operator_computation(const vkscan_operator *user)
{
    return (struct computation){
        .class = MODULE_CLASS_USER,
        .words = user->element_size / sizeof(uint32_t),
        .vector = vks_element_vector(user->element_size / sizeof(uint32_t)),
        .source_size = user->input_size,
        .destination_size = user->element_size,
        .seed_size = user->seed_size,
        .second_size = user->second_size,
        .input_format = FORMAT_NATIVE, /* so map() is called, where there is one */
        .output_format = FORMAT_T,
        .rounds = true,
    };
}

const vkscan_operator_module *vks_operator_find(const vkscan_operator *user, const char *kernel)
{
    for (uint32_t i = 0; i < user->module_count; i++)
        if (strcmp(user->modules[i].name, kernel) == 0)
            return &user->modules[i];
    return NULL;
}

/* ---- checks ---- */

/* Adds a word or a byte to a hash: FNV-1a, by Fowler, Noll and Vo. */
static uint64_t hash_word(uint64_t hash, uint32_t word)
{
    return (hash ^ word) * 0x100000001b3u;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    do
        hash = hash_word(hash, (unsigned char)*text);
    while (*text++);
    return hash;
}

static uint64_t hash_numbers(const vkscan_operator *user)
{
    const uint32_t numbers[] = {user->kernel_interface, user->element_size, user->input_size,
                                user->second_size,      user->seed_size,    user->flags,
                                user->module_count};
    uint64_t hash = 0xcbf29ce484222325u;

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        hash = hash_word(hash, numbers[i]);
    return hash;
}

static uint64_t hash_names(uint64_t hash, const vkscan_operator *user)
{
    hash = hash_text(hash, user->name);
    for (uint32_t i = 0; i < user->module_count; i++) {
        hash = hash_text(hash, user->modules[i].name);
        hash = hash_word(hash, user->modules[i].size);
    }
    return hash;
}

static uint64_t hash_code(uint64_t hash, const vkscan_operator *user)
{
    for (uint32_t i = 0; i < user->module_count; i++)
        for (uint32_t k = 0; k < user->modules[i].size; k++)
            hash = hash_word(hash, user->modules[i].bytes[k]);
    return hash;
}

static bool is_module(const vkscan_operator_module *module)
{
    return module->name && module->bytes && module->reserved == 0;
}

static bool is_size(uint32_t size)
{
    return vks_operator_type(size) != NULL;
}

/* Tells whether the sizes are possible. An operator's seed is an element; a predicate's destination
 * has elements of the source. */
static bool has_sizes(const vkscan_operator *user)
{
    if (!is_size(user->element_size) || !is_size(user->input_size))
        return false;
    if (vks_operator_is_predicate(user))
        return user->input_size == user->element_size && !user->second_size &&
               (!user->seed_size || is_size(user->seed_size));
    return user->seed_size == user->element_size &&
           (!user->second_size || is_size(user->second_size));
}

static const char other_contents[] = "its checksum is not that of its contents";

/* Returns what is wrong with the constant, or NULL. Checks the counts before it reads anything by
 * them. */
static const char *find_damage(const vkscan_operator *user)
{
    if (!has_sizes(user))
        return "its elements have no size that there is";
    if (user->flags & ~(uint32_t)(VKSCAN_OPERATOR_COMMUTATIVE_BIT | VKSCAN_OPERATOR_PREDICATE_BIT))
        return "it has unknown flags";
    if (!user->modules || user->module_count == 0)
        return "it has no modules";
    uint64_t hash = hash_numbers(user);
    if ((uint32_t)hash != user->numbers_checksum)
        return other_contents;
    for (uint32_t i = 0; i < user->module_count; i++)
        if (!is_module(&user->modules[i]))
            return "one of its modules has no name or no bytes, or its reserved is not 0";
    hash = hash_names(hash, user);
    if ((uint32_t)hash != user->names_checksum)
        return other_contents;
    return hash_code(hash, user) == user->checksum ? NULL : other_contents;
}

VkResult vks_operator_check(const vkscan_operator *user, const struct report *errors)
{
    if (user->magic != VKSCAN_OPERATOR_MAGIC)
        return vks_report(errors, RESULT_INVALID,
                          "user_operator is no constant of vkscan-operator: it begins with 0x%08x",
                          user->magic);
    if (!user->name)
        return vks_report(errors, RESULT_INVALID, "the user operator is damaged: it has no name");
    if (user->kernel_interface != KERNEL_INTERFACE)
        return vks_report(errors, RESULT_INVALID,
                          "user operator %s is of kernel interface %u, and vkscan %u.%u.%u has %u: "
                          "compile it with the vkscan-operator of this version",
                          user->name, user->kernel_interface, VKSCAN_VERSION_MAJOR,
                          VKSCAN_VERSION_MINOR, VKSCAN_VERSION_PATCH, KERNEL_INTERFACE);
    const char *damage = find_damage(user);
    return damage ? vks_report(errors, RESULT_INVALID, "user operator %s is damaged: %s",
                               user->name, damage)
                  : VK_SUCCESS;
}
