// SPDX-License-Identifier: MIT
// The sum of f32 with the rounding errors of its additions: the element is the rounded sum, and what
// is to be added to it. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
// Summen", 1974.
#define ELEMENT vec2
#define ELEMENT_WORDS 2
#define COMMUTATIVE
#define INPUT_WORDS 1

vec2 map(uint words, uint index)
{
    return vec2(uintBitsToFloat(words), 0);
}

vec2 identity()
{
    return vec2(0);
}

bool vkop_is_finite(float value)
{
    return (floatBitsToUint(value) & 0x7f800000u) != 0x7f800000u;
}

// Knuth's two-sum gives the error of left.x + right.x exactly; then the sum takes up of the errors
// what it has bits for.
vec2 combine(vec2 left, vec2 right)
{
    precise const float sum = left.x + right.x;
    precise const float part = sum - left.x;
    precise const float error = (left.x - (sum - part)) + (right.x - part);
    precise const float errors = (left.y + right.y) + error;
    precise const float total = sum + errors;
    precise const float rest = errors - (total - sum);
    return vkop_is_finite(sum) && vkop_is_finite(total) ? vec2(total, rest) : vec2(sum, 0);
}
