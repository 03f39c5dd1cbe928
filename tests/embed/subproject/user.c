/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <vkscan/vkscan.h>

int main(void)
{
    return puts(vkscan_op_name(VKSCAN_OP_ADD)) < 0;
}
