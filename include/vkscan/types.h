/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Types of elements, operators, algorithms, accesses and levels of determinism: the enumerations of
 * a plan. vkscan.h includes this header.
 */
#ifndef VKSCAN_TYPES_H
#define VKSCAN_TYPES_H

/**
 * The type of an element. A value that is stored as f16, a total included, is rounded once, to
 * nearest even; from 65520 on it becomes infinity.
 */
typedef enum vkscan_type {
    VKSCAN_TYPE_NONE = 0,   /**< no type: a bad argument as the type of a plan without an operator
                               of your own. Its name is "none" and its size 0 */
    VKSCAN_TYPE_U32 = 1,    /**< unsigned */
    VKSCAN_TYPE_I32 = 2,    /**< two's complement */
    VKSCAN_TYPE_F32 = 3,    /**< IEEE 754 binary32 */
    VKSCAN_TYPE_U8 = 4,     /**< unsigned; this and the next three are computed in 32 bits */
    VKSCAN_TYPE_I8 = 5,     /**< two's complement */
    VKSCAN_TYPE_U16 = 6,    /**< unsigned */
    VKSCAN_TYPE_I16 = 7,    /**< two's complement */
    VKSCAN_TYPE_F16 = 8,    /**< IEEE 754 binary16, computed in binary32 */
    VKSCAN_TYPE_U64 = 9,    /**< unsigned; this and i64 are computed in two words */
    VKSCAN_TYPE_I64 = 10,   /**< two's complement */
    VKSCAN_TYPE_F64 = 11,   /**< IEEE 754 binary64; computing needs VKSCAN_CAPABILITY_FLOAT64_BIT */
    VKSCAN_TYPE_U32X2 = 12, /**< 8 bytes; vectors are packed, operators go by component */
    VKSCAN_TYPE_U32X3 = 13, /**< 12 bytes, at multiples of 4 */
    VKSCAN_TYPE_U32X4 = 14, /**< 16 bytes */
    VKSCAN_TYPE_I32X2 = 15, /**< 8 bytes */
    VKSCAN_TYPE_I32X3 = 16, /**< 12 bytes, at multiples of 4 */
    VKSCAN_TYPE_I32X4 = 17, /**< 16 bytes */
    VKSCAN_TYPE_F32X2 = 18, /**< 8 bytes */
    VKSCAN_TYPE_F32X3 = 19, /**< 12 bytes, at multiples of 4 */
    VKSCAN_TYPE_F32X4 = 20, /**< 16 bytes */
    VKSCAN_TYPE_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_type;

/**
 * An operator, associative and commutative. Integers wrap. And, or and xor exist for integer types
 * only. Identities: 0 for add, or and xor; 1 for mul; all bits for and; the type's highest value
 * for min and lowest for max, which are the infinities for floats.
 */
typedef enum vkscan_op {
    VKSCAN_OP_ADD = 0,               /**< sum */
    VKSCAN_OP_MUL = 1,               /**< product */
    VKSCAN_OP_MIN = 2,               /**< the lower operand */
    VKSCAN_OP_MAX = 3,               /**< the higher operand */
    VKSCAN_OP_AND = 4,               /**< the bits set in both */
    VKSCAN_OP_OR = 5,                /**< the bits set in either */
    VKSCAN_OP_XOR = 6,               /**< the bits that differ */
    VKSCAN_OP_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_op;

/**
 * The algorithm of a plan. A primitive that an algorithm does not compute is a bad argument. Those
 * below VKSCAN_ALGORITHM_TEXTBOOK are the production algorithms, which docs/algorithms.md explains,
 * with their sources; docs/textbook.md explains the others.
 */
typedef enum vkscan_algorithm {
    /**
     * The library's choice by capabilities, capacity and policies; tuning.h has the rule. The
     * policies for NVIDIA's GPUs were measured, those for other GPUs are inferred.
     */
    VKSCAN_ALGORITHM_AUTO = 0,
    /** Reductions, scans, also of segments, and selections, on every device (segments by
     * descriptors: see segments.h): reduces tiles, then scans them, by trees. */
    VKSCAN_ALGORITHM_BLELLOCH = 1,
    /** blelloch by subgroup operations, which it needs; reductions of rows and of segments by
     * offsets, and sorts of segments. A scan moves 3 bytes a byte of source. */
    VKSCAN_ALGORITHM_SUBGROUP = 2,
    /**
     * Scans, also of segments, and selections in one dispatch, 2 bytes moved for each byte of
     * source, by decoupled look-back; reductions of segments by flags or keys. Polling is bounded;
     * after that a workgroup computes the missing aggregate itself, so a run ends on every device.
     * Needs subgroup operations; has scratch_zeroed.
     */
    VKSCAN_ALGORITHM_LOOKBACK = 3,
    /** lookback that loads the next tile ahead. Not for segments; its scans need 64-bit atomics. */
    VKSCAN_ALGORITHM_LOOKAHEAD = 4,
    /** A reduction in one dispatch. Needs subgroup operations; has scratch_zeroed. */
    VKSCAN_ALGORITHM_SINGLE = 5,
    /** A sort, on every device: a histogram, a scan and a scatter for each digit of 8 bits. */
    VKSCAN_ALGORITHM_RADIX = 6,
    /**
     * A sort: one histogram of all digits, then one dispatch for each digit that differs; or one
     * dispatch of one workgroup where its tile holds the capacity. Takes less than 2^31 - 2^17
     * keys. Needs subgroup operations.
     */
    VKSCAN_ALGORITHM_ONESWEEP = 7,
    /** A histogram: atomics on counters, in shared memory where the counters fit. */
    VKSCAN_ALGORITHM_COUNTERS = 8,
    /** Bounds, on every device: a binary search for each value. */
    VKSCAN_ALGORITHM_BINARY_SEARCH = 9,
    /** A merge, on every device: tiles of the result, found by binary searches. */
    VKSCAN_ALGORITHM_MERGE_PATH = 10,
    /** A difference, on every device: vectors of elements and of their neighbours. */
    VKSCAN_ALGORITHM_ADJACENT = 11,
    /** Top-k, on every device: the best of tiles by their digits, then the best of these. */
    VKSCAN_ALGORITHM_RADIX_SELECT = 12,
    /** Scans and reductions of columns, on every device: a thread takes some lines of a column,
     * then of the totals of these, and so on. */
    VKSCAN_ALGORITHM_COLUMNS = 13,
    VKSCAN_ALGORITHM_TEXTBOOK = 1000, /**< the first of the textbook's algorithms: textbook.h */
    VKSCAN_ALGORITHM_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_algorithm;

/**
 * The way in which a plan's kernels reach its buffers. Results are the same with each;
 * docs/embedding.md has what each costs.
 */
typedef enum vkscan_access {
    /** Descriptor sets, which vkscan_binding_create allocates and writes. No capability needed. */
    VKSCAN_ACCESS_DESCRIPTOR_SETS = 0,
    /** Descriptors that each run pushes into the command buffer: no binding is needed. */
    VKSCAN_ACCESS_PUSH_DESCRIPTORS = 1,
    /**
     * Device addresses among the push constants. No descriptor is bound or written, no binding is
     * needed, and a piece may have 2^31 - 256 elements of up to 4 bytes, proportionally fewer of
     * larger ones, whatever maxStorageBufferRange is. For production algorithms only; the
     * textbook's give FEATURE_NOT_PRESENT. The instance has to be of Vulkan 1.2: see
     * VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT.
     */
    VKSCAN_ACCESS_ADDRESSES = 2,
    VKSCAN_ACCESS_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_access;

/**
 * A level: what a result's bits may depend on besides the data if the operator rounds, as add and
 * mul of floats do, and user operators are taken to do. vkscan.h has the contract. Other operators'
 * results have the same bits at each level.
 */
typedef enum vkscan_determinism {
    VKSCAN_DETERMINISM_RUN_TO_RUN = 0, /**< the device, the algorithm and the tuning */
    VKSCAN_DETERMINISM_FASTEST = 1,    /**< anything */
    /** The count alone; with user operators only if their combine() is precise. */
    VKSCAN_DETERMINISM_EVERYWHERE = 2,
    VKSCAN_DETERMINISM_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_determinism;

#endif
