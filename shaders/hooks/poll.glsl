// SPDX-License-Identifier: MIT
// Behind poll() of pass/lookback.glsl. Empty: the tests have a file of this name.
