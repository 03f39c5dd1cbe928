// SPDX-License-Identifier: MIT
// Elements of more than two words have no second seed.
#ifndef SELECT_WORDS4_SECOND_SEED_GLSL
#define SELECT_WORDS4_SECOND_SEED_GLSL

T load_second_seed()
{
    return run_seed();
}

#endif
