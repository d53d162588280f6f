/* A program as a user of the installed C interface would write it. */
#include <oovec/c.h>
#include <stdio.h>

int main(void) {
  printf("oovec %s, ABI %d\n", oovec_version(), (int)oovec_abi());
  return oovec_abi() == OOVEC_ABI ? 0 : 1;
}
