// Prints the vectors of words: lookup FILE WORD…
#include <oovec/oovec.h>

#include <iostream>

int main(int argc, char** argv) try {
  if (argc < 3) throw oovec::Error(oovec::ErrorKind::usage, "lookup FILE WORD…");
  const oovec::Embeddings vectors = oovec::read_vectors(argv[1]).embeddings;
  for (int i = 2; i < argc; ++i) {
    std::cout << argv[i];
    if (const auto vector = vectors.vector_of(argv[i]))
      for (const float value : *vector) std::cout << ' ' << value;
    else
      std::cout << " has no vector";
    std::cout << '\n';
  }
} catch (const oovec::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
