#include "oovec/experiment/csv.h"

#include <array>
#include <stdexcept>

namespace oovec {
namespace {

class Csv {
 public:
  explicit Csv(const std::vector<std::string>& header) {
    Json names = Json::array();
    for (const std::string& name : header) names.push_back(name);
    add(names);
  }

  // A list of numbers, texts and nulls, which stay empty.
  void add(const Json& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) text_ += (i > 0 ? "," : "") + quoted(fields[i]);
    text_ += '\n';
  }

  std::string text() { return std::move(text_); }

 private:
  static std::string quoted(const Json& field) {
    if (field.is_null()) return "";
    if (!field.is_string()) return field.dump();
    auto text = field.get<std::string>();
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
  }

  std::string text_;
};

std::string dn_csv(const Json& results) {
  Csv csv({"system", "seed", "median_rank", "median_rank_low", "median_rank_high", "mrr", "mrr_low",
           "mrr_high"});
  for (const Json& system : results.at("dn").at("systems"))
    for (const Json& seed : system.at("seeds"))
      csv.add({system["name"], seed["seed"], seed["median_rank"], seed["median_rank_95"][0],
               seed["median_rank_95"][1], seed["mrr"], seed["mrr_95"][0], seed["mrr_95"][1]});
  return csv.text();
}

std::string words_csv(const Json& results) {
  Csv csv({"system", "seed", "word", "group", "rank", "alpha"});
  const Json& dn = results.at("dn");
  for (const Json& system : dn.at("systems"))
    for (const Json& seed : system.at("seeds"))
      for (std::size_t i = 0; i < dn["words"].size(); ++i)
        csv.add({system["name"], seed["seed"], dn["words"][i], dn["groups"][i], seed["ranks"][i],
                 seed["alphas"].is_null() ? Json() : seed["alphas"][i]});
  return csv.text();
}

std::string groups_csv(const Json& results) {
  Csv csv({"system", "group", "words", "median_rank", "mrr", "mrr_low", "mrr_high"});
  for (const Json& system : results.at("dn").at("systems"))
    for (const Json& group : system.at("groups"))
      csv.add({system["name"], group["group"], group["words"], group["median_rank"], group["mrr"],
               group["mrr_95"][0], group["mrr_95"][1]});
  return csv.text();
}

std::string rank_differences_csv(const Json& results) {
  Csv csv({"added", "from", "to", "bucket", "words"});
  const Json& dn = results.at("dn");
  for (const Json& item : dn.at("rank_differences"))
    for (std::size_t i = 0; i < dn["buckets"].size(); ++i)
      csv.add({item["added"], item["from"], item["to"], dn["buckets"][i], item["words"][i]});
  return csv.text();
}

std::string crw_csv(const Json& results) {
  Csv csv({"system", "seed", "contexts", "rho", "deviation"});
  const Json& crw = results.at("crw");
  for (const Json& system : crw.at("systems"))
    for (const Json& seed : system.at("seeds"))
      for (std::size_t i = 0; i < crw["contexts"].size(); ++i)
        csv.add({system["name"], seed["seed"], crw["contexts"][i], seed["rho"][i],
                 seed["deviation"][i]});
  return csv.text();
}

// Of data that give one ρ for each system and seed.
std::string correlations_csv(const Json& list) {
  Csv csv({"data", "system", "seed", "rho", "rho_low", "rho_high"});
  for (const Json& data : list)
    for (const Json& system : data.at("systems"))
      for (const Json& seed : system.at("seeds"))
        csv.add({data["data"], system["name"], seed["seed"], seed["rho"], seed["rho_95"][0],
                 seed["rho_95"][1]});
  return csv.text();
}

std::string chimeras_csv(const Json& results) { return correlations_csv(results.at("chimeras")); }
std::string wordsim_csv(const Json& results) { return correlations_csv(results.at("wordsim")); }

std::string timings_csv(const Json& results) {
  Csv csv({"step", "of", "seconds"});
  for (const Json& timing : results.at("timings"))
    csv.add({timing["step"], timing["of"], timing["seconds"]});
  return csv.text();
}

struct Table {
  const char* name;
  const char* needs;  // a key of the config
  std::string (*make)(const Json& results);
};

constexpr std::array tables = {Table{"dn.csv", "dn", dn_csv},
                               Table{"words.csv", "dn", words_csv},
                               Table{"groups.csv", "groups", groups_csv},
                               Table{"rank-differences.csv", "dn", rank_differences_csv},
                               Table{"crw.csv", "crw", crw_csv},
                               Table{"chimeras.csv", "chimeras", chimeras_csv},
                               Table{"wordsim.csv", "wordsim", wordsim_csv},
                               Table{"timings.csv", "systems", timings_csv}};

}  // namespace

std::vector<std::string> csv_names(const ExperimentConfig& config) {
  std::vector<std::string> names;
  for (const Table& table : tables)
    if (config.json.contains(table.needs)) names.emplace_back(table.name);
  return names;
}

std::string make_csv(const std::string& name, const Json& results) {
  for (const Table& table : tables)
    if (table.name == name) return table.make(results);
  throw std::logic_error("no table " + name);
}

}  // namespace oovec
