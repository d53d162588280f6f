// What the paper reports (Schick & Schütze 2019), as printed there.
#pragma once

#include <array>
#include <string_view>

namespace oovec {

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

}  // namespace oovec
