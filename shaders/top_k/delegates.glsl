// SPDX-License-Identifier: MIT
// Delegates: a long row is taken in groups, and the best element of each is its delegate. The best K
// elements are in the groups of the best K delegates: in front of an element of another group are
// all these K. As no two elements are equal in rank and index, this holds for any elements. Gaihre et
// al., "Dr. Top-k: Delegate-Centric Top-k on GPUs", 2021.
//
// A workgroup takes GROUP_SIZE * WORKGROUP_SIZE elements, and each thread those a workgroup's size
// apart, so that neighbours load neighbours.
#ifndef TOP_K_DELEGATES_GLSL
#define TOP_K_DELEGATES_GLSL

layout(constant_id = SPEC_GROUP_SIZE) const uint GROUP_SIZE = 8;

const uint GROUPS_SIZE = GROUP_SIZE * WORKGROUP_SIZE; // elements of a workgroup's groups

// Returns an element of a row, by the number of its group and its place there.
uint element_of_group(uint row, uint group, uint place)
{
    return row * dispatch.parameter + group / WORKGROUP_SIZE * GROUPS_SIZE +
           place * WORKGROUP_SIZE + group % WORKGROUP_SIZE;
}

// Returns the element at a place of the groups whose delegates were kept; NO_INDEX, if there is no
// delegate.
uint index_in_groups(uint row, uint place)
{
    const uint delegate = kept_index(row * K + place / GROUP_SIZE);
    const uint i = delegate - row * dispatch.parameter;
    const uint group = i / GROUPS_SIZE * WORKGROUP_SIZE + i % WORKGROUP_SIZE;
    return delegate == NO_INDEX ? NO_INDEX : element_of_group(row, group, place % GROUP_SIZE);
}

element delegate_of(uint row, uint group)
{
    const uint end = row_end(row);
    element best = LAST;
    for (uint first = 0; first < GROUP_SIZE; first += TOP_K_LOADS_AT_ONCE) {
        element items[TOP_K_LOADS_AT_ONCE];
        [[unroll]] for (uint k = 0; k < TOP_K_LOADS_AT_ONCE; k++) {
            const uint index = element_of_group(row, group, first + k);
            items[k] = LAST;
            if (index < end)
                items[k] = load_element(index);
        }
        [[unroll]] for (uint k = 0; k < TOP_K_LOADS_AT_ONCE; k++)
            if (is_better(items[k], best))
                best = items[k];
    }
    return best;
}

// Stores the index of each group's delegate, for all rows.
void store_delegates(uint rows)
{
    const uint row_groups = dispatch.state_words, groups = rows * row_groups;
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint i = gl_GlobalInvocationID.x; i < groups; i += threads)
        AT(BestWords, words, output, 4, dispatch.output_offset + i) =
            delegate_of(i / row_groups, i % row_groups).index;
}

#endif
