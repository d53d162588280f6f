// The tables of a store, and how its file is recognised. Not part of the public interface.
#pragma once

#include <optional>

#include "oovec/store/database.h"
#include "oovec/store/store.h"

namespace oovec::inline store {

// Throws Error(malformed) if the database belongs to another program, Error(unsupported) if a newer
// version of oovec made it, Error(damaged) if its tables are not those of a store. False if it is
// empty. The caller has a transaction.
[[nodiscard]] bool is_store(Database& database);

// Makes the tables of an empty database.
void create_tables(Database& database, const StoreSettings& settings);

[[nodiscard]] StoreSettings read_settings(Database& database);

}  // namespace oovec::inline store
