// SPDX-License-Identifier: MIT
// A sort of keys without values in one workgroup: there is nothing to carry.
