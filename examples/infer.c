/* Infers the vector of a word and prints the words nearest to it:
 *
 *   infer words.oovec pomelo "The pomelo is the largest citrus fruit." */
#include <stdio.h>
#include <stdlib.h>

#include <oovec/c.h>

/* Ends the program if a call failed. */
static void check(oovec_status status, oovec_error **error) {
  if (status == OOVEC_OK) return;
  fprintf(stderr, "%s\n", oovec_error_message(*error));
  oovec_error_free(*error);
  exit(1);
}

int main(int argc, char **argv) {
  oovec_model *model;
  oovec_error *error = NULL;
  oovec_inference inference = {0};
  size_t dimension, rows[5], found, i;
  float *vector, cosines[5];
  if (argc < 3) return 2;

  check(oovec_open(argv[1], NULL, &model, &error), &error);
  dimension = oovec_dimension(model);
  vector = malloc(dimension * sizeof *vector);
  if (!vector) return 1;

  inference.struct_size = sizeof inference;
  check(oovec_infer(model, argv[2], (const char *const *)argv + 3, (size_t)argc - 3, vector, dimension,
                    &inference, &error), &error);
  printf("alpha %.2f, confidence %.2f\n", inference.alpha, inference.confidence);

  check(oovec_neighbors(model, vector, dimension, 5, 0, rows, cosines, &found, &error), &error);
  for (i = 0; i < found; ++i) {
    const char *word;
    size_t length;
    check(oovec_word(model, rows[i], &word, &length, &error), &error);
    printf("%.*s %.3f\n", (int)length, word, cosines[i]);
  }
  free(vector);
  oovec_close(model);
  return 0;
}
