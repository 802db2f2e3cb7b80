import { bool, int, json, registryTable, storeTable, text, time, to, type Table } from './table.ts'

/** The platform's data about a store's apps. Digests and sealed secrets are omitted. */
export const appTables: Readonly<Record<string, Table>> = {
  installs: registryTable({
    about: 'An app install in one region or, without a region, in all regions. A removed install stays in the table.',
    key: ['id'],
    label: 'app_key',
    columns: {
      id: int,
      app_key: text,
      region_id: to('regions'),
      install_scope: text,
      scopes: json,
      subscription: text,
      installed_at: time,
      removed_at: time,
      webhook_url: text,
    },
  }),
  subscriptions: registryTable({
    about: 'A topic that an install is subscribed to.',
    key: ['id'],
    label: 'topic',
    storeOf: (row) => `(SELECT i.store_id FROM installs i WHERE i.id = ${row}install_id)`,
    columns: { id: int, install_id: to('installs'), topic: text, created_at: time, removed_at: time },
  }),
  deliveries: registryTable({
    about: 'An event delivery to an app.',
    key: ['id'],
    label: 'event_id',
    columns: {
      id: int,
      topic: text,
      state: text,
      app_key: text,
      event_id: text,
      install_id: to('installs'),
      region_id: to('regions'),
      attempts: int,
      last_status: int,
      last_error: text,
      next_attempt_at: time,
      created_at: time,
      delivered_at: time,
      body: { kind: 'json', sql: (body) => `CAST(${body} AS TEXT)` },
    },
  }),
  plans: registryTable({
    about: 'The plan that the store selected for an app. Without a row, the plan is free.',
    key: ['app_key', 'store_id'],
    columns: { app_key: text, plan: text, store_id: int },
  }),
  tokens: registryTable({
    about: "A token issued to an install, without the token's value.",
    key: ['id'],
    columns: {
      id: int,
      app_key: text,
      region_id: to('regions'),
      shape: text,
      scopes: json,
      created_at: time,
      revoked_at: time,
      revoked_because: text,
    },
  }),
}

export const storeTables: Readonly<Record<string, Table>> = {
  regions: registryTable({
    about: 'A country or market where the store sells, with one currency.',
    key: ['id'],
    label: 'code',
    columns: {
      id: int,
      code: text,
      country_code: text,
      currency_code: text,
      language_code: text,
      domain: text,
      is_default: bool,
      active: bool,
    },
  }),
  managers: registryTable({
    about: 'A user who signs in to the store admin.',
    key: ['id'],
    label: 'email',
    columns: { id: int, email: text },
  }),
  store_identity: storeTable({
    about: "The store's logo and contact email.",
    key: ['id'],
    columns: { id: int, logo_url: text, contact_email: text },
  }),
  storefront_pages: storeTable({
    about: 'A storefront page that is not a product or category. Without a region, it exists in all regions.',
    key: ['id'],
    columns: { id: int, type: text, region_id: to('regions'), image_url: text },
  }),
  storefront_page_texts: storeTable({
    about: 'A storefront page in one language.',
    key: ['page_id', 'language'],
    label: 'title',
    columns: { page_id: to('storefront_pages'), language: text, title: text, slug: text },
  }),
  audits: storeTable({
    about: 'A user-confirmed change by an app.',
    key: ['id'],
    label: 'kind',
    columns: { id: int, kind: text, subject_id: int, app_key: text, region_id: to('regions'), details: json, at: time },
  }),
}
