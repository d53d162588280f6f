// Mends a vectors file of any format and writes it in the native one: to_native IN OUT
#include <oovec/oovec.h>

#include <iostream>

int main(int argc, char** argv) try {
  if (argc != 3) throw oovec::Error(oovec::ErrorKind::usage, "to_native IN OUT");
  oovec::ReadOptions options;
  options.repair = true;
  const oovec::ReadResult read = oovec::read_vectors(argv[1], options);
  for (const oovec::Problem& problem : read.problems)
    std::cout << location(argv[1], problem) << ": " << oovec::describe(problem) << '\n';

  oovec::WriteOptions native;
  native.format = oovec::VectorFormat::native;
  write_vectors(read.embeddings, argv[2], native);

  const oovec::Embeddings mapped = oovec::read_vectors(argv[2]).embeddings;
  std::cout << mapped.size() << " words of " << mapped.dimension() << " dimensions, "
            << (mapped.mapped() ? "mapped" : "in memory") << '\n';
} catch (const oovec::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
