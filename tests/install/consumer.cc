// A program as a user of the installed library would write it.
#include <oovec/oovec.h>
#include <iostream>

int main() {
  oovec::Vocabulary words;
  words.insert("grapefruit");
  words.insert("pomelo");
  oovec::Matrix rows(2);
  rows.append(std::vector<float>{1, 2, 3, 4});
  const oovec::Embeddings vectors(std::move(words), std::move(rows));
  const std::span<const float> pomelo = vectors.row(vectors.find("pomelo").value());
  std::cout << "oovec " << oovec::version() << ": " << pomelo[0] << ' ' << pomelo[1] << '\n';
}
