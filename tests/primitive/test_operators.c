/* SPDX-License-Identifier: MIT */
/* User operators: constants that vkscan-operator makes of tests/operators and of those that come
 * with the library. */
#include "harness.h"

#include <string.h>

#include "dihedral.h"
#include "variants.h"

static void an_operator_of_ones_own_is_computed_in_order(void **state)
{
    struct harness *h = *state;
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    for (size_t i = 0; i < count; i++) {
        if (variant_is_textbook(&variants[i]))
            continue;
        const vkscan_plan_params params = {
            .primitive = variant_primitive(&variants[i], i),
            .algorithm = variants[i].algorithm->id,
            .user_operator = &dihedral,
            .capacity = 10007,
        };
        vkscan_context *context = harness_context(h, variants[i].ignored_capabilities);
        struct bound *bound =
            harness_bind(h, harness_plan(context, params), (struct placement){.source_offset = 1});
        harness_check_order(h, bound, harness_compose_dihedral, 10007, 0);
        harness_unbind(h, bound);
        harness_context_destroy(context);
    }
}

int main(void)
{
    const struct CMUnitTest operators[] = {
        HARNESS_TEST(an_operator_of_ones_own_is_computed_in_order),
    };
    return HARNESS_MAIN(operators);
}
