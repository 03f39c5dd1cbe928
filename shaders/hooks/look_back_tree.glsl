// SPDX-License-Identifier: MIT
// Behind look_back() of scan/tree_lookback.glsl. Empty: the tests have a file of this name.
