// SPDX-License-Identifier: MIT
// Behind publish_counts() of sort/onesweep_lookback.glsl. Empty: the tests have a file of this
// name.
