// The numbers that the paper reports (Schick & Schütze 2019), as printed there.
#pragma once

#include <array>
#include <string_view>

namespace oovec::lab {

// Its table of results on Definitional Nonce.
struct PaperDefinitions {
  std::string_view model;  // what we call it
  std::string_view name;   // what the paper calls it
  std::string_view type;   // S: surface form, C: context
  std::string_view median_rank;
  std::string_view mrr;
};

inline constexpr std::array paper_definitions = {
    PaperDefinitions{"mimick", "Mimick", "S", "85573", "0.00006"},
    PaperDefinitions{"skipgram", "Skipgram", "C", "111012", "0.00007"},
    PaperDefinitions{"additive", "Additive", "C", "3381", "0.00945"},
    PaperDefinitions{"nonce2vec", "Nonce2Vec", "C", "623", "0.04907"},
    PaperDefinitions{"alacarte", "A La Carte", "C", "165.5", "0.07058"},
    PaperDefinitions{"form", "surface-form", "S", "404.5", "0.12982"},
    PaperDefinitions{"context", "context", "C", "184", "0.06560"},
    PaperDefinitions{"single", "single-parameter", "S&C", "55", "0.16200"},
    PaperDefinitions{"gated", "gated", "S&C", "49", "0.17537"},
};

// Its figure of results on Contextual Rare Words: ρ given 1, 2, 4 … 128 contexts.
struct PaperRareWords {
  std::string_view model;
  std::array<double, 8> rho;
};

inline constexpr std::array paper_rare_words = {
    PaperRareWords{"avg", {0.1392, 0.1701, 0.1927, 0.2083, 0.2152, 0.2213, 0.2239, 0.2262}},
    PaperRareWords{"alacarte", {0.1939, 0.2481, 0.2954, 0.3393, 0.3626, 0.3767, 0.3854, 0.3888}},
    PaperRareWords{"form", {0.4718, 0.4718, 0.4718, 0.4718, 0.4718, 0.4718, 0.4718, 0.4718}},
    PaperRareWords{"context", {0.1926, 0.2350, 0.2725, 0.2947, 0.3084, 0.3177, 0.3206, 0.3236}},
    PaperRareWords{"gated", {0.3449, 0.3960, 0.4255, 0.4462, 0.4578, 0.4628, 0.4649, 0.4672}},
};

// ρ of the skip-gram vectors themselves in that figure, learned from all contexts.
inline constexpr double paper_rare_words_skipgram = 0.45;

// Its experiment on the same pairs with the vectors of fastText: ρ given 128 contexts.
struct PaperOnFasttext {
  std::string_view model;
  double rho;
};

inline constexpr std::array paper_on_fasttext = {PaperOnFasttext{"fasttext", 0.496},
                                                 PaperOnFasttext{"form", 0.501},
                                                 PaperOnFasttext{"gated", 0.508}};

// α of the words of Definitional Nonce.
struct PaperAlpha {
  double mean, lowest, highest;
};

inline constexpr double paper_single_alpha = 0.19;
inline constexpr PaperAlpha paper_gated_alpha = {0.20, 0.07, 0.41};

// Its table of mean reciprocal ranks on groups of the words of Definitional Nonce.
struct PaperGroup {
  std::string_view name;
  int words;
};

inline constexpr std::array paper_groups = {PaperGroup{"proper nouns", 126},
                                            PaperGroup{"known lemma", 79},
                                            PaperGroup{"other common nouns", 86}};

struct PaperGroups {
  std::string_view model;
  std::array<double, paper_groups.size()> mrr;
};

inline constexpr std::array paper_group_figures = {
    PaperGroups{"form", {0.03, 0.29, 0.12}}, PaperGroups{"context", {0.06, 0.09, 0.05}},
    PaperGroups{"single", {0.10, 0.32, 0.11}}, PaperGroups{"gated", {0.11, 0.32, 0.15}}};

// Its figure of rank differences: words in each bucket, 299 of the test set in all.
struct PaperDifferences {
  std::string_view added;
  std::string_view model;
  std::array<int, 9> words;
};

inline constexpr std::array paper_differences = {
    PaperDifferences{"context", "single", {96, 31, 29, 17, 63, 19, 23, 14, 7}},
    PaperDifferences{"context", "gated", {98, 30, 29, 21, 60, 18, 23, 13, 7}},
    PaperDifferences{"form", "single", {26, 45, 53, 44, 45, 29, 28, 26, 3}},
    PaperDifferences{"form", "gated", {26, 49, 54, 50, 44, 27, 27, 17, 5}}};

// Its mean accuracies over the seven sentence tasks; "form-context" is our gated model.
struct PaperSentences {
  std::string_view model;
  double accuracy;
};

inline constexpr std::array paper_sentences = {
    PaperSentences{"none", 0.7498}, PaperSentences{"alacarte", 0.7490},
    PaperSentences{"avg", 0.7527}, PaperSentences{"gated", 0.7534}};

}  // namespace oovec::lab
