// A made-up language in which the meaning of every word is known: a word is a stem, which has a
// topic, and an ending, which has a sense of its own; its vector is the sum of what both mean, and
// its sentences are about its topic. So form tells the ending and, for a stem known from other
// words, the topic; contexts tell the topic of any word.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oovec/base/random.h"
#include "oovec/vectors/embeddings.h"

namespace oovec {

class Language {
 public:
  static constexpr std::size_t dimension = 8;
  static constexpr std::size_t topics = 6;
  static constexpr std::size_t stems_per_topic = 40;

  explicit Language(std::uint64_t seed = 1) : random_(seed) {
    for (std::size_t i = 0; i < topics; ++i) topic_vectors_.push_back(direction(2));
    for (std::size_t i = 0; i < endings().size(); ++i) ending_vectors_.push_back(direction(1));
    for (std::size_t stem = 0; stem < topics * stems_per_topic; ++stem) {
      const std::string spelling = syllable() + syllable();
      for (std::size_t ending = 0; ending < endings().size(); ++ending)
        add_word(spelling + endings()[ending], stem % topics, ending);
    }
  }

  const std::vector<std::string>& words() const { return words_; }
  std::size_t topic(std::size_t word) const { return word_topics_[word]; }

  std::shared_ptr<const Embeddings> vectors() const {
    Vocabulary vocabulary;
    for (const std::string& word : words_) vocabulary.insert(word);
    Matrix matrix(dimension);
    matrix.append(values_);
    return std::make_shared<const Embeddings>(std::move(vocabulary), std::move(matrix));
  }

  // A sentence about a topic.
  std::string sentence(std::size_t topic) {
    std::string text;
    for (int i = 0; i < 7; ++i) text += words_[random_word(topic)] + ' ';
    return text;
  }

  // Sentences about all topics, one per line.
  std::string corpus(std::size_t sentences) {
    std::string text;
    for (std::size_t i = 0; i < sentences; ++i) text += sentence(random_.below(topics)) + '\n';
    return text;
  }

 private:
  static const std::vector<std::string>& endings() {
    static const std::vector<std::string> all = {"ando", "ishi", "upem", "olver"};
    return all;
  }

  std::string syllable() {
    std::string text;
    for (const char* letters : {"bdfgklmnprstvz", "aeiou", "bdfgklmnprstvz"})
      text += letters[random_.below(std::string_view(letters).size())];
    return text;
  }

  std::vector<float> direction(float length) {
    std::vector<float> vector(dimension);
    for (float& value : vector) value = length * (2 * random_.unit() - 1);
    return vector;
  }

  void add_word(const std::string& word, std::size_t topic, std::size_t ending) {
    words_.push_back(word);
    word_topics_.push_back(topic);
    for (std::size_t i = 0; i < dimension; ++i)
      values_.push_back(topic_vectors_[topic][i] + ending_vectors_[ending][i]);
  }

  std::size_t random_word(std::size_t topic) {
    for (;;) {
      const std::size_t word = random_.below(words_.size());
      if (word_topics_[word] == topic) return word;
    }
  }

  Random random_;
  std::vector<std::vector<float>> topic_vectors_, ending_vectors_;
  std::vector<std::string> words_;
  std::vector<std::size_t> word_topics_;
  std::vector<float> values_;
};

}  // namespace oovec
