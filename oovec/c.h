/* The C interface of oovec, for programs in C and for bindings in other languages: open a model,
 * infer vectors, look words up, find nearest words. Link with -loovec_c.
 *
 *   oovec_model *model;
 *   oovec_error *error = NULL;
 *   if (oovec_open("words.oovec", NULL, &model, &error) != OOVEC_OK) {
 *     fprintf(stderr, "%s\n", oovec_error_message(error));
 *     oovec_error_free(error);
 *     return 1;
 *   }
 *
 * The contract:
 *
 * - Functions that can fail return a status: OOVEC_OK, OOVEC_NO_VECTOR, or what went wrong. Their
 * last argument is where to put an error object with a message; NULL if the message is not wanted.
 * It is set to NULL on success. A function that fails writes to no other output.
 * - An argument must not be NULL unless its function says so. NULL is OOVEC_USAGE, and never a
 * crash.
 * - Text is UTF-8 and ends in a NUL byte. What is not UTF-8 is OOVEC_MALFORMED.
 * - No exception leaves the library, which never prints, never ends the program and never reads the
 *   environment.
 * - Any number of threads may use one model at the same time. Whoever closes it must be the last.
 *   Nothing is kept per thread: a call may run on any thread, and so may the next.
 * - Results are the same bits for any number of threads.
 *
 * The ABI: a program that was linked with a version of liboovec_c.so.1 runs with every later one.
 * Symbols have the version OOVEC_1; new functions get a new version, structs that may grow begin
 * with their size, and what changes incompatibly becomes liboovec_c.so.2. */
#ifndef OOVEC_C_H
#define OOVEC_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of the ABI that this header describes: the number in liboovec_c.so.1. */
#define OOVEC_ABI 1

/* What a function says of its success. Later versions may add values. */
typedef int32_t oovec_status;
#define OOVEC_OK 0
#define OOVEC_NO_VECTOR 1   /* nothing is known of the word: an answer, not a failure */
#define OOVEC_USAGE 2       /* an argument makes no sense, whatever the files hold */
#define OOVEC_MALFORMED 3   /* a file or a text breaks the rules of its format */
#define OOVEC_DAMAGED 4     /* a file was cut short or altered since it was written */
#define OOVEC_UNSUPPORTED 5 /* a file is of a variant that this version does not read */
#define OOVEC_IO 6          /* the operating system refused: no such file, no permission */
#define OOVEC_NO_MEMORY 7   /* there is not enough memory */
#define OOVEC_INTERNAL 8    /* a bug of the library */

/* Both are opaque. */
typedef struct oovec_model oovec_model;
typedef struct oovec_error oovec_error;

/* The version of the library that is running, "major.minor.patch". */
const char* oovec_version(void);

/* The number of its ABI. */
int32_t oovec_abi(void);

/* What went wrong: where, what was found and what to do. Valid until the error is freed. An empty
 * string if the error is NULL. */
const char* oovec_error_message(const oovec_error* error);

/* The status that the function returned with this error. OOVEC_OK if the error is NULL. */
oovec_status oovec_error_status(const oovec_error* error);

/* Frees an error; NULL is allowed. */
void oovec_error_free(oovec_error* error);

/* Opens a model file, which is mapped and stays on the disk: it must not be altered while it is
 * open. A model that was written without vectors needs the vectors file it was trained with; NULL
 * for none. Close the model with oovec_close(). */
oovec_status oovec_open(const char* path, const char* vectors, oovec_model** model,
                        oovec_error** error);

/* Closes a model and frees it; NULL is allowed. No other thread may be using it. */
void oovec_close(oovec_model* model);

/* How many numbers a vector of the model has; 0 if the model is NULL. */
size_t oovec_dimension(const oovec_model* model);

/* How many words the model's vectors have, whose rows are 0, 1, 2, …; 0 if the model is NULL. */
size_t oovec_size(const oovec_model* model);

/* The word of a row: its bytes, without a NUL at the end, and their number. Valid until the model
 * is closed. OOVEC_USAGE if there is no such row. */
oovec_status oovec_word(const oovec_model* model, size_t row, const char** word, size_t* length,
                        oovec_error** error);

/* The row of a known word, found as the model finds the words of contexts: as it is, in lower case,
 * or without a clitic. OOVEC_NO_VECTOR if the vectors do not have it, or have only parts of it. */
oovec_status oovec_find(const oovec_model* model, const char* word, size_t* row,
                        oovec_error** error);

/* Copies the vector of a row. `size` is how many floats `vector` holds, oovec_dimension() or more.
 * OOVEC_USAGE if there is no such row or not enough room. */
oovec_status oovec_vector(const oovec_model* model, size_t row, float* vector, size_t size,
                          oovec_error** error);

/* What is known of an inferred vector. Set `struct_size` to sizeof(oovec_inference) before a call:
 * a library that knows more fields than the program leaves those alone, and fields that the library
 * does not know are set to zeros. */
typedef struct oovec_inference {
  size_t struct_size;
  uint64_t context_words; /* how many words of the contexts were used */
  float alpha;            /* the weight of the contexts in the vector, from 0 to 1 */
  float context_share;    /* the share of the vector's length that the contexts contribute */
  float known_ngrams;     /* the share of the word's n-grams that are known, from 0 to 1 */
  float agreement;        /* cosine of the vectors of form and contexts; NaN if one is missing */
  float confidence; /* expected cosine of this and the true vector, 0 to 1; NaN if not known */
} oovec_inference;

/* Infers the vector of a word from its form and `count` contexts: texts with the word, with ___ in
 * its place, or about it. `contexts` may be NULL if `count` is 0. Writes oovec_dimension() floats
 * to `vector`, which has room for `size` of them, and the rest to `inference`, which may be NULL.
 * OOVEC_NO_VECTOR if neither an n-gram of the word is known nor a word of its contexts. */
oovec_status oovec_infer(const oovec_model* model, const char* word, const char* const* contexts,
                         size_t count, float* vector, size_t size, oovec_inference* inference,
                         oovec_error** error);

/* The same from contexts that the caller has cut into words: sizes[0] words of the first context
 * come first in `words`, then sizes[1] of the second, and so on; `count` is the number of contexts.
 * Words are found as oovec_find() does. Unknown words are left out; the word itself and ___ are
 * where it occurs. */
oovec_status oovec_infer_words(const oovec_model* model, const char* word, const char* const* words,
                               const size_t* sizes, size_t count, float* vector, size_t size,
                               oovec_inference* inference, oovec_error** error);

/* Finds the rows nearest to a vector of `size` = oovec_dimension() floats, by cosine, exactly, best
 * first. At most `count` of them are written to `rows` and `cosines`, and how many to `found`;
 * there are fewer only if the model has fewer words. `threads` is how many threads to search with,
 * 0 for one per core. OOVEC_USAGE for a vector without a direction: zeros, NaN or infinities. */
oovec_status oovec_neighbors(const oovec_model* model, const float* vector, size_t size,
                             size_t count, int32_t threads, size_t* rows, float* cosines,
                             size_t* found, oovec_error** error);

#ifdef __cplusplus
}
#endif

#endif /* OOVEC_C_H */
