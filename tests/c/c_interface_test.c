/* The C interface, used from C. The argument is a folder with the models of write_models. Ends with 1 and a line
 * for each expectation that does not hold. */
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oovec/c.h"

#define DIMENSION 8
#define ROOM 16

static int failures = 0;

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

static const char *const texts[] = {"The pomelo, a sweet citrus fruit, is well-known.", "a ___ of ice"};

static oovec_model *open_model(const char *folder, const char *name, const char *vectors) {
  char path[4096], with[4096];
  oovec_model *model = NULL;
  oovec_error *error = NULL;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  snprintf(with, sizeof with, "%s/%s", folder, vectors ? vectors : "");
  if (oovec_open(path, vectors ? with : NULL, &model, &error) != OOVEC_OK) {
    fprintf(stderr, "%s\n", oovec_error_message(error));
    exit(1);
  }
  EXPECT(error == NULL);
  return model;
}

/* The error must have this status, and a message with this text. */
static void expect_error(oovec_error *error, oovec_status returned, oovec_status status, const char *text) {
  EXPECT(returned == status);
  EXPECT(error != NULL);
  EXPECT(oovec_error_status(error) == status);
  if (!strstr(oovec_error_message(error), text)) {
    fprintf(stderr, "\"%s\" does not contain \"%s\"\n", oovec_error_message(error), text);
    ++failures;
  }
  oovec_error_free(error);
}

static void test_version(void) {
  int major, minor, patch;
  EXPECT(sscanf(oovec_version(), "%d.%d.%d", &major, &minor, &patch) == 3);
  EXPECT(oovec_abi() == OOVEC_ABI);
}

static void test_infers(const oovec_model *model) {
  float vector[ROOM], form[ROOM];
  oovec_inference inference;
  inference.struct_size = sizeof inference;
  EXPECT(oovec_dimension(model) == DIMENSION);
  EXPECT(oovec_infer(model, "pomelo", texts, 2, vector, ROOM, &inference, NULL) == OOVEC_OK);
  EXPECT(inference.struct_size == sizeof inference);
  EXPECT(inference.context_words > 2);
  EXPECT(inference.alpha > 0 && inference.alpha < 1);
  EXPECT(inference.known_ngrams > 0 && inference.known_ngrams <= 1);
  EXPECT(inference.agreement >= -1 && inference.agreement <= 1);
  EXPECT(inference.confidence >= 0 && inference.confidence <= 1);
  EXPECT(oovec_infer(model, "pomelo", NULL, 0, form, DIMENSION, &inference, NULL) == OOVEC_OK);
  EXPECT(inference.context_words == 0 && inference.alpha == 0);
  EXPECT(isnan(inference.agreement));
  EXPECT(memcmp(vector, form, sizeof(float) * DIMENSION) != 0);
  EXPECT(oovec_infer(model, "pomelo", texts, 2, form, DIMENSION, NULL, NULL) == OOVEC_OK);
  EXPECT(memcmp(vector, form, sizeof(float) * DIMENSION) == 0);
}

static void test_infers_from_words(const oovec_model *model) {
  static const char *const words[] = {"the", "pomelo", "is", "Sweet", "a", "fruit"};
  static const char *const sentences[] = {"the pomelo is Sweet", "a fruit"};
  static const size_t sizes[] = {4, 2};
  float from_words[DIMENSION], from_texts[DIMENSION];
  oovec_inference by_words, by_texts;
  by_words.struct_size = by_texts.struct_size = sizeof by_words;
  EXPECT(oovec_infer_words(model, "Pomelo", words, sizes, 2, from_words, DIMENSION, &by_words, NULL) == OOVEC_OK);
  EXPECT(oovec_infer(model, "Pomelo", sentences, 2, from_texts, DIMENSION, &by_texts, NULL) == OOVEC_OK);
  EXPECT(by_words.context_words == by_texts.context_words);
  EXPECT(by_words.context_words > 0);
  EXPECT(memcmp(from_words, from_texts, sizeof from_words) == 0);
}

static void test_says_when_nothing_is_known(const oovec_model *model) {
  float vector[DIMENSION] = {42};
  oovec_error *error = NULL;
  const oovec_status status = oovec_infer(model, "日本", NULL, 0, vector, DIMENSION, NULL, &error);
  expect_error(error, status, OOVEC_NO_VECTOR, "\"日本\" has no vector");
  EXPECT(vector[0] == 42);
}

static void test_looks_words_up(const oovec_model *model) {
  float vector[DIMENSION];
  size_t row = 12345, length = 0, i;
  const char *word = NULL;
  oovec_error *error = NULL;
  oovec_status status;
  EXPECT(oovec_size(model) > 3);
  for (i = 0; i < oovec_size(model); ++i) {
    char copy[256];
    EXPECT(oovec_word(model, i, &word, &length, NULL) == OOVEC_OK);
    EXPECT(length > 0 && length < sizeof copy);
    memcpy(copy, word, length);
    copy[length] = 0;
    EXPECT(oovec_find(model, copy, &row, NULL) == OOVEC_OK);
    EXPECT(row == i);
  }
  EXPECT(oovec_find(model, "Sweet", &row, NULL) == OOVEC_OK); /* in lower case */
  EXPECT(oovec_word(model, row, &word, &length, NULL) == OOVEC_OK);
  EXPECT(length == 5 && memcmp(word, "sweet", 5) == 0);
  EXPECT(oovec_vector(model, row, vector, DIMENSION, NULL) == OOVEC_OK);
  row = 12345;
  status = oovec_find(model, "unheard", &row, &error);
  expect_error(error, status, OOVEC_NO_VECTOR, "\"unheard\" is not among the words");
  EXPECT(row == 12345);
  status = oovec_vector(model, oovec_size(model), vector, DIMENSION, &error);
  expect_error(error, status, OOVEC_USAGE, "there is no row");
  status = oovec_word(model, oovec_size(model), &word, &length, &error);
  expect_error(error, status, OOVEC_USAGE, "there is no row");
}

static void test_finds_neighbors(const oovec_model *model) {
  float vector[DIMENSION], cosines[64], zeros[DIMENSION] = {0};
  size_t rows[64], found = 0, i;
  oovec_error *error = NULL;
  oovec_status status;
  EXPECT(oovec_vector(model, 2, vector, DIMENSION, NULL) == OOVEC_OK);
  EXPECT(oovec_neighbors(model, vector, DIMENSION, 3, 1, rows, cosines, &found, NULL) == OOVEC_OK);
  EXPECT(found == 3 && rows[0] == 2 && fabsf(cosines[0] - 1) < 1e-5F);
  for (i = 1; i < found; ++i) EXPECT(cosines[i] <= cosines[i - 1]);
  EXPECT(oovec_neighbors(model, vector, DIMENSION, 64, 2, rows, cosines, &found, NULL) == OOVEC_OK);
  EXPECT(found == oovec_size(model));
  EXPECT(oovec_neighbors(model, vector, DIMENSION, 0, 1, NULL, NULL, &found, NULL) == OOVEC_OK);
  EXPECT(found == 0);
  status = oovec_neighbors(model, zeros, DIMENSION, 3, 1, rows, cosines, &found, &error);
  expect_error(error, status, OOVEC_USAGE, "");
  status = oovec_neighbors(model, vector, DIMENSION - 1, 3, 1, rows, cosines, &found, &error);
  expect_error(error, status, OOVEC_USAGE, "7 numbers");
  status = oovec_neighbors(model, vector, DIMENSION, 3, -1, rows, cosines, &found, &error);
  expect_error(error, status, OOVEC_USAGE, "threads");
}

static void test_refuses_null(const oovec_model *model) {
  float vector[DIMENSION], cosine;
  size_t row, found;
  const char *word;
  const char *const hole[] = {NULL};
  const size_t one = 1;
  oovec_model *opened;
  EXPECT(oovec_open(NULL, NULL, &opened, NULL) == OOVEC_USAGE);
  EXPECT(oovec_open("m.oovec", NULL, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_infer(NULL, "a", NULL, 0, vector, DIMENSION, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_infer(model, NULL, NULL, 0, vector, DIMENSION, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_infer(model, "a", NULL, 1, vector, DIMENSION, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_infer(model, "a", NULL, SIZE_MAX, vector, DIMENSION, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_infer(model, "a", hole, 1, vector, DIMENSION, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_infer(model, "a", NULL, 0, NULL, DIMENSION, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_infer_words(NULL, "a", NULL, NULL, 0, vector, DIMENSION, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_infer_words(model, NULL, NULL, NULL, 0, vector, DIMENSION, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_infer_words(model, "a", NULL, NULL, 1, vector, DIMENSION, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_infer_words(model, "a", NULL, &one, 1, vector, DIMENSION, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_infer_words(model, "a", hole, &one, 1, vector, DIMENSION, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_word(NULL, 0, &word, &found, NULL) == OOVEC_USAGE);
  EXPECT(oovec_word(model, 0, NULL, &found, NULL) == OOVEC_USAGE);
  EXPECT(oovec_word(model, 0, &word, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_find(NULL, "a", &row, NULL) == OOVEC_USAGE);
  EXPECT(oovec_find(model, NULL, &row, NULL) == OOVEC_USAGE);
  EXPECT(oovec_find(model, "a", NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_vector(NULL, 0, vector, DIMENSION, NULL) == OOVEC_USAGE);
  EXPECT(oovec_vector(model, 0, NULL, DIMENSION, NULL) == OOVEC_USAGE);
  EXPECT(oovec_neighbors(NULL, vector, DIMENSION, 1, 1, &row, &cosine, &found, NULL) == OOVEC_USAGE);
  EXPECT(oovec_neighbors(model, NULL, DIMENSION, 1, 1, &row, &cosine, &found, NULL) == OOVEC_USAGE);
  EXPECT(oovec_neighbors(model, vector, DIMENSION, 1, 1, NULL, &cosine, &found, NULL) == OOVEC_USAGE);
  EXPECT(oovec_neighbors(model, vector, DIMENSION, 1, 1, &row, NULL, &found, NULL) == OOVEC_USAGE);
  EXPECT(oovec_neighbors(model, vector, DIMENSION, 1, 1, &row, &cosine, NULL, NULL) == OOVEC_USAGE);
  EXPECT(oovec_dimension(NULL) == 0);
  EXPECT(oovec_size(NULL) == 0);
  EXPECT(strcmp(oovec_error_message(NULL), "") == 0);
  EXPECT(oovec_error_status(NULL) == OOVEC_OK);
  oovec_error_free(NULL);
  oovec_close(NULL);
}

static void test_refuses_what_makes_no_sense(const oovec_model *model) {
  float vector[DIMENSION];
  oovec_inference inference;
  oovec_error *error = NULL;
  oovec_status status = oovec_infer(model, "pomelo", NULL, 0, vector, DIMENSION - 1, NULL, &error);
  expect_error(error, status, OOVEC_USAGE, "room for 7 numbers, not for 8");
  status = oovec_infer(model, " ", NULL, 0, vector, DIMENSION, NULL, &error);
  EXPECT(status == OOVEC_USAGE);
  oovec_error_free(error);
  status = oovec_infer(model, "\xff", NULL, 0, vector, DIMENSION, NULL, &error);
  expect_error(error, status, OOVEC_MALFORMED, "UTF-8");
  inference.struct_size = 0;
  status = oovec_infer(model, "pomelo", NULL, 0, vector, DIMENSION, &inference, &error);
  expect_error(error, status, OOVEC_USAGE, "struct_size");
  inference.struct_size = (size_t)-1;
  status = oovec_infer(model, "pomelo", NULL, 0, vector, DIMENSION, &inference, &error);
  expect_error(error, status, OOVEC_USAGE, "struct_size");
}

/* A program that was compiled with a later header, whose struct has more fields. */
static void test_a_longer_struct_is_filled_with_zeros(const oovec_model *model) {
  struct {
    oovec_inference known;
    double later;
    char guard;
  } longer;
  float vector[DIMENSION];
  longer.known.struct_size = sizeof longer.known + sizeof longer.later;
  longer.later = 1;
  longer.guard = 'x';
  EXPECT(oovec_infer(model, "pomelo", texts, 1, vector, DIMENSION, &longer.known, NULL) == OOVEC_OK);
  EXPECT(longer.known.alpha > 0);
  EXPECT(longer.later == 0);
  EXPECT(longer.guard == 'x');
}

static void test_refuses_files(const char *folder) {
  char path[4096];
  oovec_model *model = (oovec_model *)&failures; /* must stay as it is */
  oovec_error *error = NULL;
  oovec_status status = oovec_open("no/such/model.oovec", NULL, &model, &error);
  expect_error(error, status, OOVEC_IO, "no/such/model.oovec");
  snprintf(path, sizeof path, "%s/vectors.txt", folder);
  status = oovec_open(path, NULL, &model, &error);
  EXPECT(status == OOVEC_MALFORMED || status == OOVEC_UNSUPPORTED || status == OOVEC_DAMAGED);
  EXPECT(oovec_error_status(error) == status);
  oovec_error_free(error);
  snprintf(path, sizeof path, "%s/without-vectors.oovec", folder);
  status = oovec_open(path, NULL, &model, &error);
  expect_error(error, status, OOVEC_USAGE, "vectors");
  EXPECT(model == (oovec_model *)&failures);
}

static void test_takes_vectors_from_elsewhere(const char *folder, const oovec_model *whole) {
  oovec_model *model = open_model(folder, "without-vectors.oovec", "vectors.txt");
  float one[DIMENSION], other[DIMENSION];
  EXPECT(oovec_infer(model, "pomelo", texts, 2, one, DIMENSION, NULL, NULL) == OOVEC_OK);
  EXPECT(oovec_infer(whole, "pomelo", texts, 2, other, DIMENSION, NULL, NULL) == OOVEC_OK);
  EXPECT(memcmp(one, other, sizeof one) == 0);
  oovec_close(model);
}

struct work {
  const oovec_model *model;
  const float *expected;
  int wrong;
};

static void *infer_often(void *argument) {
  struct work *work = argument;
  int i;
  for (i = 0; i < 50; ++i) {
    float vector[DIMENSION];
    if (oovec_infer(work->model, "pomelo", texts, 2, vector, DIMENSION, NULL, NULL) != OOVEC_OK ||
        memcmp(vector, work->expected, sizeof vector) != 0)
      ++work->wrong;
  }
  return NULL;
}

static void test_threads_share_a_model(const oovec_model *model) {
  enum { threads = 4 };
  pthread_t ids[threads];
  struct work work[threads];
  float expected[DIMENSION];
  int i;
  EXPECT(oovec_infer(model, "pomelo", texts, 2, expected, DIMENSION, NULL, NULL) == OOVEC_OK);
  for (i = 0; i < threads; ++i) {
    work[i].model = model;
    work[i].expected = expected;
    work[i].wrong = 0;
    EXPECT(pthread_create(&ids[i], NULL, infer_often, &work[i]) == 0);
  }
  for (i = 0; i < threads; ++i) {
    EXPECT(pthread_join(ids[i], NULL) == 0);
    EXPECT(work[i].wrong == 0);
  }
}

int main(int argc, char **argv) {
  static const char *const names[] = {"gated.oovec", "balanced.oovec"};
  size_t i;
  if (argc != 2) {
    fprintf(stderr, "usage: c_interface_test FOLDER\n");
    return 2;
  }
  test_version();
  test_refuses_files(argv[1]);
  for (i = 0; i < sizeof names / sizeof *names; ++i) {
    oovec_model *model = open_model(argv[1], names[i], NULL);
    test_infers(model);
    test_infers_from_words(model);
    test_says_when_nothing_is_known(model);
    test_looks_words_up(model);
    test_finds_neighbors(model);
    test_refuses_null(model);
    test_refuses_what_makes_no_sense(model);
    test_a_longer_struct_is_filled_with_zeros(model);
    test_threads_share_a_model(model);
    if (i == 0) test_takes_vectors_from_elsewhere(argv[1], model);
    oovec_close(model);
  }
  return failures > 0;
}
