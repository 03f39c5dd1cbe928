/* SPDX-License-Identifier: MIT */
/**
 * @file
 * vkscan.h for C++17: a context, a plan and a binding that destroy themselves. They throw nothing
 * and allocate nothing: functions return vkscan.h's VkResult, which may not be ignored, and the
 * message callback has the sentence.
 *
 *     vkscan::context context;
 *     vkscan::plan plan;
 *     auto what = vkscan::sized<vkscan_plan_params>();
 *     what.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
 *     what.type = VKSCAN_TYPE_U32;
 *     what.capacity = count;
 *     if (context.create(yours) != VK_SUCCESS || plan.create(context, what) != VK_SUCCESS)
 *         return false;
 *
 * An object is empty until create() succeeds, and again after it is moved from; its functions give
 * VK_ERROR_VALIDATION_FAILED_EXT then. create() destroys what the object had once it has made
 * another; if that fails the object stays as it was. So let runs finish before, destroy a plan's
 * bindings before the plan, and a context's plans before the context, which is declared first.
 */
#ifndef VKSCAN_HPP
#define VKSCAN_HPP

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

#include "vkscan.h"

namespace vkscan
{

/** Returns a structure of vkscan.h, all zero but for its struct_size. */
template <class Structure> [[nodiscard]] constexpr Structure sized() noexcept
{
    Structure structure{};
    structure.struct_size = sizeof(Structure);
    return structure;
}

/**
 * Ports and their buffers, in any order, as an argument: an array, a list in braces, a container
 * with data() and size() such as std::array, std::vector or std::span, or a pointer and a number.
 * It refers to these. One type in every version of C++.
 */
class port_buffers
{
  public:
    constexpr port_buffers(const vkscan_port_buffer *data, std::size_t size) noexcept
        : data_(data), size_(size)
    {
    }
    /** A list in braces, which lives as long as the call that has it as argument. */
    constexpr port_buffers(std::initializer_list<vkscan_port_buffer> list) noexcept
        : data_(std::data(list)), size_(list.size())
    {
    }
    /** An array, or a container with data() and size(). */
    template <class Array,
              class = std::enable_if_t<std::is_convertible_v<
                  decltype(std::data(std::declval<const Array &>())), const vkscan_port_buffer *>>>
    constexpr port_buffers(const Array &array) noexcept
        : data_(std::data(array)), size_(std::size(array))
    {
    }
    /** Returns the first element. */
    [[nodiscard]] constexpr const vkscan_port_buffer *data() const noexcept
    {
        return data_;
    }
    /** Returns the number of elements. */
    [[nodiscard]] constexpr std::size_t size() const noexcept
    {
        return size_;
    }

  private:
    const vkscan_port_buffer *data_;
    std::size_t size_;
};

/** Returns a primitive's own parameters, for vkscan_plan_params::details: all else zero. */
template <class Details> [[nodiscard]] constexpr Details sized(vkscan_primitive primitive) noexcept
{
    auto details = sized<Details>();
    details.primitive = primitive;
    return details;
}

/** Owns a handle of vkscan.h. Can be moved, and not copied. */
template <class Handle, void (*Destroy)(Handle *)> class owner
{
  public:
    owner() noexcept = default;
    owner(owner &&other) noexcept : handle_(std::exchange(other.handle_, nullptr))
    {
    }
    owner &operator=(owner &&other) noexcept
    {
        if (this != &other)
            reset(std::exchange(other.handle_, nullptr));
        return *this;
    }
    ~owner()
    {
        Destroy(handle_);
    }

    /** Returns the handle for functions of vkscan.h; nullptr if the object is empty. */
    [[nodiscard]] Handle *get() const noexcept
    {
        return handle_;
    }
    /** Tells whether there is a handle. */
    [[nodiscard]] explicit operator bool() const noexcept
    {
        return handle_ != nullptr;
    }
    /** Destroys the handle, and owns another one from now on. */
    void reset(Handle *handle = nullptr) noexcept
    {
        Destroy(std::exchange(handle_, handle));
    }

  protected:
    /** Owns what create() made; on failure keeps what the object had. */
    [[nodiscard]] VkResult take(VkResult result, Handle *made) noexcept
    {
        if (made)
            reset(made);
        return result;
    }

  private:
    Handle *handle_ = nullptr;
};

/** vkscan_context: one per VkDevice. */
class context : public owner<vkscan_context, vkscan_context_destroy>
{
  public:
    /** vkscan_context_create. */
    [[nodiscard]] VkResult create(const vkscan_context_params &params) noexcept
    {
        vkscan_context *made = nullptr;
        const VkResult result = vkscan_context_create(&params, &made);
        return take(result, made);
    }
};

/** vkscan_plan: a computation and its pipelines. */
class plan : public owner<vkscan_plan, vkscan_plan_destroy>
{
  public:
    /** vkscan_plan_create. VK_PIPELINE_COMPILE_REQUIRED is a failure here. */
    [[nodiscard]] VkResult create(const context &of, const vkscan_plan_params &params) noexcept
    {
        vkscan_plan *made = nullptr;
        const VkResult result = vkscan_plan_create(of.get(), &params, &made);
        return take(result, made);
    }
    /** vkscan_plan_compile, for plans that defer their pipelines. */
    [[nodiscard]] VkResult compile(uint32_t index) noexcept
    {
        return vkscan_plan_compile(get(), index);
    }
    /** vkscan_plan_get_info. */
    [[nodiscard]] VkResult get_info(vkscan_plan_info &info) const noexcept
    {
        info = sized<vkscan_plan_info>();
        return vkscan_plan_get_info(get(), &info);
    }
    /** vkscan_plan_get_port. */
    [[nodiscard]] VkResult get_port(vkscan_port port, vkscan_port_info &info) const noexcept
    {
        info = sized<vkscan_port_info>();
        return vkscan_plan_get_port(get(), port, &info);
    }
    /** vkscan_cmd_zero_scratch. */
    [[nodiscard]] VkResult zero_scratch(VkCommandBuffer commands,
                                        const vkscan_buffer &scratch) const noexcept
    {
        return vkscan_cmd_zero_scratch(get(), commands, &scratch);
    }
    /** vkscan_cmd_run_buffers, for plans by push descriptors or addresses. */
    [[nodiscard]] VkResult run(VkCommandBuffer commands, port_buffers buffers,
                               const vkscan_run_params &params) const noexcept
    {
        return vkscan_cmd_run_buffers(get(), commands, buffers.data(),
                                      static_cast<uint32_t>(buffers.size()), &params);
    }
};

/** vkscan_binding: a plan and its buffers. */
class binding : public owner<vkscan_binding, vkscan_binding_destroy>
{
  public:
    /** vkscan_binding_create. */
    [[nodiscard]] VkResult create(const plan &of, port_buffers buffers) noexcept
    {
        vkscan_binding *made = nullptr;
        const VkResult result = vkscan_binding_create(of.get(), buffers.data(),
                                                      static_cast<uint32_t>(buffers.size()), &made);
        return take(result, made);
    }
    /** vkscan_cmd_run. */
    [[nodiscard]] VkResult run(VkCommandBuffer commands,
                               const vkscan_run_params &params) const noexcept
    {
        return vkscan_cmd_run(get(), commands, &params);
    }
};

} // namespace vkscan

#endif
