import { bool, decimal, int, storeTable, text, time, to, type Table } from './table.ts'

export const stockTables: Readonly<Record<string, Table>> = {
  stock: storeTable({
    about: 'Product stock in one warehouse. Variant 0 is the product itself.',
    key: ['product_id', 'variant_id', 'warehouse_id'],
    label: 'quantity',
    columns: {
      product_id: to('products'),
      variant_id: to('variants'),
      warehouse_id: to('warehouses'),
      quantity: decimal,
    },
  }),
  stock_movements: storeTable({
    about: 'A stock change by an app, with the stock before and after.',
    key: ['id'],
    columns: {
      id: int,
      product_id: to('products'),
      variant_id: to('variants'),
      warehouse_id: to('warehouses'),
      app_key: text,
      mode: text,
      quantity: int,
      stock_before: decimal,
      stock_after: decimal,
      critical_level: int,
      notes: text,
      at: time,
    },
  }),
  warehouses: storeTable({
    about: 'A warehouse, managed by the store or an app.',
    key: ['id'],
    label: 'name',
    columns: {
      id: int,
      name: text,
      code: text,
      country_code: text,
      region_id: to('regions'),
      is_default: bool,
      owner_app_key: text,
    },
  }),
}

export const rateTables: Readonly<Record<string, Table>> = {
  tax_rules: storeTable({
    about: 'A regional tax rule. A rate change adds a row.',
    key: ['id'],
    label: 'name',
    columns: {
      id: int,
      name: text,
      rate: decimal,
      region_id: to('regions'),
      is_default: bool,
      active: bool,
      description: text,
    },
  }),
  product_tax_rules: storeTable({
    about: "A product's tax rule in one region. Without a row, the default rule applies.",
    key: ['product_id', 'region_id'],
    columns: { product_id: to('products'), region_id: to('regions'), tax_rule_id: to('tax_rules') },
  }),
  shipping_profiles: storeTable({
    about: 'A shipping tariff.',
    key: ['id'],
    label: 'name',
    columns: { id: int, name: text, profile_type: text, is_default: bool, active: bool },
  }),
  shipping_packages: storeTable({
    about: 'A box for shipping.',
    key: ['id'],
    label: 'name',
    columns: {
      id: int,
      name: text,
      length_cm: decimal,
      width_cm: decimal,
      height_cm: decimal,
      empty_weight_g: decimal,
      max_weight_kg: decimal,
      is_default: bool,
    },
  }),
}
