// SPDX-License-Identifier: MIT
// Behind publish_total() of scan/tree_lookback.glsl. Empty: the tests have a file of this name.
