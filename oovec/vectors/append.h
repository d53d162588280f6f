// Adds vectors to those of a file, whose rows stay byte by byte as they are.
//
//   const ReadResult glove = read_vectors("glove.txt.gz");
//   append_vectors("glove.txt.gz", glove, more, "glove+more.txt.gz");
#pragma once

#include <string>

#include "oovec/vectors/embeddings.h"
#include "oovec/vectors/format.h"

namespace oovec::inline vectors {

// Writes `path` with the rows of the file `source`, which was read as `read`, and those of `added`,
// whose words must be new. The format is the source's own, unless the options or the name of `path`
// say another. If it is, rows of text and word2vec binary files are copied (decompressed), and only
// the count in their header changes; in native files the numbers are the same. Writes atomically:
// `path` may be the source itself, but not for a static model, which goes to a new directory.
WriteResult append_vectors(const std::string& source, const ReadResult& read,
                           const Embeddings& added, const std::string& path,
                           const WriteOptions& options = {});

// The format in which vectors that were read from `source` are written to `path`: by its name, or
// else their own. Throws Error(usage) if it cannot be written.
VectorFormat kept_format(VectorFormat source, const std::string& path,
                         const WriteOptions& options = {});

// All rows of both, the second's words being new.
[[nodiscard]] Embeddings join_embeddings(const Embeddings& first, const Embeddings& second);

}  // namespace oovec::inline vectors
