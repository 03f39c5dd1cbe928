/* SPDX-License-Identifier: MIT */
/* Records a run: the passes of each piece, with their barriers, push constants and labels. */
#include "context.h"

#include <string.h>

/* A piece: the consecutive elements of a run that one sequence of passes covers. Its seed is the
 * total of the piece before. A part of a piece is one of these, too: see record_parts. */
struct piece {
    uint64_t index;        /* index of its first part among all parts of the array */
    uint64_t start, count; /* elements */
    bool first, last;      /* takes the run's seed; stores the run's total */
    uint32_t head;         /* head padding, elements */
};

/* Returns the push-constant offset of a span: in units of span->unit, from the beginning of its
 * port's range, or from the port's address. */
static uint32_t offset_of(const struct recording *recording, const struct span *span)
{
    const uint32_t in_vector = span->like ? recording->places[span->like].first % VECTOR_BYTES : 0;
    const uint64_t first = recording->places[span->port].first + in_vector;

    return (uint32_t)((first + span->offset) / span->unit);
}

static void record_barrier(const struct recording *recording, VkCommandBuffer commands)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
    };

    recording->vk->CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL,
                                      0, NULL);
}

static struct place place_in_part(const struct recording *recording, uint32_t port, uint64_t part)
{
    const struct plan *plan = recording->plan;
    struct place place = recording->places[port];

    if (port == PORT_OPERANDS || plan->ports[port].elements || plan->capacity <= plan->part)
        return place;
    const uint64_t start = part * plan->part;
    const uint64_t elements = vks_least(plan->capacity - start, plan->part);
    const uint64_t before = vks_plan_elements_size(plan, &plan->ports[port], start);
    const uint64_t size = vks_plan_elements_size(plan, &plan->ports[port], elements);
    place.address += before;
    place.range.offset += before;
    place.range.range = vks_whole_words(place.first + size);
    return place;
}

void vks_record_descriptors(const struct recording *recording, uint64_t part,
                            const struct route *route, VkDescriptorSet set,
                            struct descriptor_writes *descriptors)
{
    for (uint32_t i = 0; i < recording->plan->bindings; i++) {
        descriptors->ranges[i] = place_in_part(recording, route->port[i], part).range;
        descriptors->writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = set,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &descriptors->ranges[i],
        };
    }
}

static void bind_set(const struct recording *recording, VkCommandBuffer commands, uint64_t part,
                     struct route route)
{
    const uint32_t i = vks_plan_find_route(recording->routes, recording->route_count, route);

    recording->vk->CmdBindDescriptorSets(
        commands, VK_PIPELINE_BIND_POINT_COMPUTE, recording->layout, 0, 1,
        &recording->sets[part * recording->route_count + i], 0, NULL);
}

static void push_descriptors(const struct recording *recording, VkCommandBuffer commands,
                             uint64_t part, struct route route)
{
    struct descriptor_writes descriptors;

    vks_record_descriptors(recording, part, &route, VK_NULL_HANDLE, &descriptors);
    recording->vk->CmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                                           recording->layout, 0, recording->plan->bindings,
                                           descriptors.writes);
}

static void record_buffers(const struct recording *recording, VkCommandBuffer commands,
                           uint64_t part, const struct pass *pass)
{
    const vkscan_access access = recording->plan->access;

    if (access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        bind_set(recording, commands, part, vks_plan_route(pass));
    else if (access == VKSCAN_ACCESS_PUSH_DESCRIPTORS)
        push_descriptors(recording, commands, part, vks_plan_route(pass));
}

/* Returns the OPERAND_... flags of a pass. The first piece takes the run's seed, and the last one
 * stores the run's total; between two pieces the total is the carry. */
static uint32_t operands_of(const struct recording *recording, const struct pass *pass,
                            const struct piece *piece, const struct run_values *run)
{
    const uint32_t all = recording->plan->operands;
    uint32_t operands = all & OPERAND_COUNT;

    if (operands && recording->count_64)
        operands |= OPERAND_COUNT_64;
    if (!pass->seeded || run->unseeded)
        operands |= OPERAND_UNSEEDED;
    if (pass->seeded) {
        operands |= piece->first ? all & OPERAND_SEED : OPERAND_CARRY_IN;
        operands |= piece->last ? all & (OPERAND_TOTAL | OPERAND_OWN) : OPERAND_CARRY_OUT;
    }
    return operands;
}

static uint32_t flags_of(const struct recording *recording, const struct pass *pass)
{
    const struct plan *plan = recording->plan;
    const bool exclusive = vks_plan_exclusive(plan, &plan->algorithm->stages[pass->stage]);

    return (pass->prefixed ? PASS_PREFIXED : 0) | (recording->in_place ? PASS_IN_PLACE : 0) |
           (pass->input.port == PORT_SOURCE ? PASS_HAS_HEAD : 0) | (exclusive ? PASS_EXCLUSIVE : 0);
}

/* Returns the place of an operand's port for the push constants; 0: the plan has no such port. */
static uint64_t operand_place(const struct recording *recording, uint32_t operand)
{
    const struct plan *plan = recording->plan;
    uint64_t place = 0;

    for (uint32_t i = 0; i < PORTS_MAX; i++)
        if (plan->ports[i].operand == operand && vks_plan_has_port(plan, &plan->ports[i]))
            place = recording->operand_places[i];
    return place;
}

static uint64_t second_place(const struct recording *recording, const struct piece *piece,
                             const struct span *span)
{
    if (recording->plan->bindings == BINDINGS_WITHOUT_SECOND)
        return 0;
    const struct place place = place_in_part(recording, span->port, piece->index);
    const uint64_t offset = place.first + span->offset;

    return recording->plan->access == VKSCAN_ACCESS_ADDRESSES ? place.address + offset : offset;
}

/* Returns the seed of a pass that does not begin with the run's: the operator's identity, or for
 * the sums of a selection within the plan 0. */
static const uint32_t *identity_of(const struct plan *plan, const struct pass *pass)
{
    static const uint32_t zeros[VALUE_WORDS];

    return plan->algorithm->stages[pass->stage].within ? zeros : plan->computation.seed.word;
}

/* Stores the seed in the push constants: its words, or the place of its port. */
static void push_seed(const struct recording *recording, const struct pass *pass,
                      const struct run_values *run, struct push *push)
{
    const uint64_t place = operand_place(recording, OPERAND_SEED);

    if (push->flags & OPERAND_SEED)
        memcpy(push->seed, (uint32_t[]){(uint32_t)place, (uint32_t)(place >> 32)},
               2 * sizeof(push->seed[0]));
    else
        memcpy(push->seed, pass->seeded ? run->seed.word : identity_of(recording->plan, pass),
               sizeof(push->seed));
}

static void record_pass(const struct recording *recording, VkCommandBuffer commands,
                        const struct pass *pass, const struct piece *piece,
                        const struct run_values *run)
{
    const struct vk *vk = recording->vk;
    const uint32_t head = pass->unpadded ? 0 : piece->head;
    struct push push = {
        .input_address = place_in_part(recording, pass->input.port, piece->index).address,
        .output_address = place_in_part(recording, pass->output.port, piece->index).address,
        .auxiliary_address = recording->places[pass->auxiliary.port].address,
        .second_input_place = second_place(recording, piece, &pass->second_input),
        .second_output_place = second_place(recording, piece, &pass->second_output),
        .count_place = operand_place(recording, OPERAND_COUNT),
        .total_place = pass->strides[0] ? pass->strides[1] << 32 | pass->strides[0]
                                        : operand_place(recording, OPERAND_TOTAL),
        .own_place = operand_place(recording, OPERAND_OWN),
        .start = {(uint32_t)piece->start, (uint32_t)(piece->start >> 32)},
        .limit = (uint32_t)piece->count,
        .padding = head,
        .divisor = (uint32_t)pass->divisor,
        .flags = operands_of(recording, pass, piece, run) | flags_of(recording, pass),
        .count = (uint32_t)(pass->count - (piece->head - head)),
        .input_offset = offset_of(recording, &pass->input),
        .output_offset = offset_of(recording, &pass->output),
        .auxiliary_offset = offset_of(recording, &pass->auxiliary),
        .parameter = (uint32_t)pass->parameter,
        .state_words = pass->second_parameter
                           ? (uint32_t)pass->second_parameter
                           : (uint32_t)((recording->plan->zeroed_size - pass->auxiliary.offset) /
                                        sizeof(uint32_t)),
    };
    const uint32_t groups = pass->groups < recording->max_workgroups ? (uint32_t)pass->groups
                                                                     : recording->max_workgroups;

    push_seed(recording, pass, run, &push);
    vk->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                        recording->pipelines[pass->stage]);
    record_buffers(recording, commands, piece->index, pass);
    vk->CmdPushConstants(commands, recording->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push),
                         &push);
    vk->CmdDispatch(commands, groups, 1, 1);
}

/* Tells whether labels can be both begun and ended: each function may be missing by itself. */
static bool has_labels(const struct vk *vk)
{
    return vk->CmdBeginDebugUtilsLabelEXT && vk->CmdEndDebugUtilsLabelEXT;
}

static void begin_label(const struct recording *recording, VkCommandBuffer commands,
                        const char *name)
{
    const VkDebugUtilsLabelEXT label = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
        .pLabelName = name,
    };

    if (has_labels(recording->vk))
        recording->vk->CmdBeginDebugUtilsLabelEXT(commands, &label);
}

static void end_label(const struct recording *recording, VkCommandBuffer commands)
{
    if (has_labels(recording->vk))
        recording->vk->CmdEndDebugUtilsLabelEXT(commands);
}

static uint32_t head_of(const struct recording *recording, uint64_t elements)
{
    const struct plan *plan = recording->plan;
    const struct computation *c = &plan->computation;
    const uint32_t count = (uint32_t)elements, first = recording->places[PORT_SOURCE].first;
    const uint32_t in_sector = recording->in_sector;

    return plan->flags & VKSCAN_PLAN_REVERSE_BIT
               ? vks_plan_head(plan, elements, 0 - first - count * c->source_size,
                               0 - in_sector - count * c->destination_size)
               : vks_plan_head(plan, elements, first, in_sector);
}

/* Returns the piece that a run over `count` elements takes as number `turn`, from 0. In reverse the
 * last piece of the array is number 0. */
static struct piece make_piece(const struct recording *recording, uint64_t turn, uint64_t count)
{
    const struct plan *plan = recording->plan;
    const uint64_t last = vks_plan_pieces(plan, count) - 1;
    const uint64_t index = plan->flags & VKSCAN_PLAN_REVERSE_BIT ? last - turn : turn;
    struct piece piece = {
        .start = index * plan->piece,
        .first = turn == 0,
        .last = turn == last,
    };

    piece.index = plan->part > 0 ? piece.start / plan->part : 0;
    piece.count = vks_least(count - piece.start, plan->piece);
    piece.head = head_of(recording, piece.count);
    return piece;
}

/* Records a pass; a pass over the source is one dispatch for each part. No part needs the results
 * of another, but descriptors of neighbouring parts overlap, because their offsets are aligned.
 * Synchronization validation takes that for a hazard, hence the barriers. */
static void record_parts(const struct recording *recording, VkCommandBuffer commands,
                         const struct pass *pass, const struct piece *piece,
                         const struct run_values *run)
{
    const struct plan *plan = recording->plan;

    if (pass->input.port != PORT_SOURCE || piece->count <= plan->part) {
        record_pass(recording, commands, pass, piece, run);
        return;
    }
    for (uint64_t first = 0; first < piece->count; first += plan->part) {
        struct piece part = *piece;
        part.index += first / plan->part;
        part.start += first;
        part.count = vks_least(piece->count - first, plan->part);
        if (first > 0)
            record_barrier(recording, commands);
        const struct pass of_part = vks_plan_pass_of_part(plan, pass, first, part.count);
        record_pass(recording, commands, &of_part, &part, run);
    }
}

static void record_piece(const struct recording *recording, VkCommandBuffer commands,
                         const struct piece *piece, const struct run_values *run)
{
    struct pass_list list;

    vks_plan_passes(recording->plan, piece->count + piece->head, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        if (i > 0 || !piece->first)
            record_barrier(recording, commands);
        begin_label(recording, commands, recording->plan->stages[list.pass[i].stage].module);
        record_parts(recording, commands, &list.pass[i], piece, run);
        end_label(recording, commands);
    }
}

void vks_record_run(const struct recording *recording, VkCommandBuffer commands,
                    const struct run_values *run)
{
    const uint64_t pieces = vks_plan_pieces(recording->plan, run->count);

    begin_label(recording, commands, recording->label);
    for (uint64_t i = 0; i < pieces; i++) {
        const struct piece piece = make_piece(recording, i, run->count);
        record_piece(recording, commands, &piece, run);
    }
    end_label(recording, commands);
}

void vks_record_zero(const struct vk *vk, VkCommandBuffer commands, const vkscan_buffer *scratch,
                     uint64_t size)
{
    const VkMemoryBarrier before = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
    };
    const VkMemoryBarrier behind = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
    };

    vk->CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                           VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &before, 0, NULL, 0, NULL);
    vk->CmdFillBuffer(commands, scratch->buffer, scratch->offset, size, 0);
    vk->CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                           VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &behind, 0, NULL, 0, NULL);
}
