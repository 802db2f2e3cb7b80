/** Tables of the databases that the explorer does not show, each with the reason. */
export const leftOutTables: Readonly<Record<string, string>> = {
  meta: 'of the emulator itself',
  apps: 'of the developer: the portal has them',
  stores: 'the store is the page',
  sessions: 'who is signed in, by digests',
  one_time_values: 'credentials, by their digests',
  codes: 'credentials, by their digests',
  faults: 'of the emulator itself',
  log: 'of the emulator itself',
  checkpoints: 'of the explorer itself',
  checkpoint_rows: 'of the explorer itself',
  last_step: 'only for a start after `kill -9`',
  providers: 'of all stores',
  evidence: 'digests that open a change',
  order_counts: 'counts that triggers keep',
  product_counts: 'counts that triggers keep',
  listed_products: 'a list that triggers keep',
}

/** Columns of shown tables that are shown nowhere: what opens something, or is known by the place. */
export const leftOutColumns: Readonly<Record<string, readonly string[]>> = {
  installs: ['store_id', 'sealed_signing_secret'],
  deliveries: ['store_id'],
  tokens: ['store_id', 'digest'],
  regions: ['store_id'],
  managers: ['store_id', 'password_salt', 'password_digest'],
  audits: ['evidence_digest'],
  events: ['fanned_out'],
}
