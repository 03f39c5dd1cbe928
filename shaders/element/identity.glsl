// SPDX-License-Identifier: MIT
// The operator's identity, a specialization constant for each word. Included by class.glsl.
#ifndef IDENTITY_GLSL
#define IDENTITY_GLSL

#define IDENTITY_CONSTANTS_1 layout(constant_id = SPEC_IDENTITY) const uint IDENTITY_0 = 0;
#define IDENTITY_CONSTANTS_2                                                                       \
    IDENTITY_CONSTANTS_1 layout(constant_id = SPEC_IDENTITY + 1) const uint IDENTITY_1 = 0;
#define IDENTITY_CONSTANTS_3                                                                       \
    IDENTITY_CONSTANTS_2 layout(constant_id = SPEC_IDENTITY + 2) const uint IDENTITY_2 = 0;
#define IDENTITY_CONSTANTS_4                                                                       \
    IDENTITY_CONSTANTS_3 layout(constant_id = SPEC_IDENTITY + 3) const uint IDENTITY_3 = 0;
#define IDENTITY_OF_1 FROM_WORDS(IDENTITY_0)
#define IDENTITY_OF_2 FROM_WORDS(W(IDENTITY_0, IDENTITY_1))
#define IDENTITY_OF_3 W(IDENTITY_0, IDENTITY_1, IDENTITY_2)
#define IDENTITY_OF_4 W(IDENTITY_0, IDENTITY_1, IDENTITY_2, IDENTITY_3)

PASTE(IDENTITY_CONSTANTS_, ELEMENT_WORDS)

T identity()
{
    return PASTE(IDENTITY_OF_, ELEMENT_WORDS);
}

#endif
