/* SPDX-License-Identifier: MIT */
/* Compiles if nvcc and the compiler behind it get along, and CUB is a version that cub.cu is for.
 */
#include <cub/version.cuh>
#include <cstdio>

#if CUB_MAJOR_VERSION < 3
#error "CUB 3 is needed"
#endif

__global__ void kernel(int *value)
{
    *value = 1;
}

int main()
{
    kernel<<<1, 1>>>(nullptr);
    return std::puts("") < 0;
}
