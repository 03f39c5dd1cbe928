// SPDX-License-Identifier: MIT
// A tile without values.
