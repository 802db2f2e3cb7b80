/** Tariffs and boxes of the whole store, not of a region. */
export const shippingTables = `
  CREATE TABLE shipping_profiles (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    profile_type TEXT NOT NULL,
    is_default INTEGER NOT NULL DEFAULT 0,
    active INTEGER NOT NULL DEFAULT 1
  ) STRICT;

  CREATE TABLE shipping_packages (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    length_cm TEXT NOT NULL,
    width_cm TEXT NOT NULL,
    height_cm TEXT NOT NULL,
    empty_weight_g TEXT NOT NULL,
    max_weight_kg TEXT NOT NULL,
    is_default INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  `
