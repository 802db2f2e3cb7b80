import type { DatabaseSync } from 'node:sqlite'

import { appStatuses } from '../../../control/bodies.ts'
import { hasCode } from '../../../errors.ts'
import { text } from '../../../storage/columns.ts'
import { isDeviceName } from '../../../text/file-name.ts'
import { openClock } from '../../context/clock.ts'
import { readMeta } from '../../context/meta.ts'
import { openSettings } from '../../context/settings.ts'
import { countLater, countNow } from '../../db/store/counts.ts'
import { listApps } from '../../platform/apps.ts'
import { isMediaType } from '../../store/products/media-files.ts'
import { requireStorable, type Reject } from './storable-values.ts'

/** Checks that a code is one file's name on every system, because a store's database has this name (T20, T24). */
export function isStoreCode(code: unknown): code is string {
  return typeof code === 'string' && /^[a-z0-9][a-z0-9-]{0,59}$/.test(code) && !isDeviceName(code)
}

/**
 * Checks a file beyond its single values: the stores match its databases, an app's lists are lists, and
 * settings and clock are allowed values. Pending deliveries are not sent. They become dead letters.
 */
export function settleRegistry(db: DatabaseSync, stores: readonly string[], refuse: Reject): void {
  const codes = db
    .prepare('SELECT code FROM stores ORDER BY id')
    .all()
    .map((row) => text(row, 'code'))
  if (!codes.every(isStoreCode) || codes.join('\n') !== stores.join('\n')) refuse('its stores do not match its header')
  try {
    for (const app of listApps({ registry: db })) {
      const { requested_scopes, optional_scopes, redirect_uris, webhook_topics, countries, test_store_codes } = app
      const lists = [requested_scopes, optional_scopes, redirect_uris, webhook_topics, countries, test_store_codes]
      if (
        !lists.every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string')) ||
        !appStatuses.includes(app.status) ||
        !redirect_uris.every((url) => /^https?:\/\//.test(url))
      )
        refuse('its app data is invalid')
    }
    requireStorable(db, refuse)
    settleFacts(db)
  } catch (error) {
    if (hasCode(error, 'emulator.snapshot-unreadable')) throw error
    refuse('an app, a setting or the clock has an invalid value')
  }
  db.prepare(
    "UPDATE deliveries SET state = 'dead_letter', next_attempt_at = NULL, last_error = 'Not sent: the snapshot was imported.' WHERE state = 'pending'",
  ).run()
}

/** Validates the facts as if a user had set them. */
function settleFacts(registry: DatabaseSync): void {
  const settings = readMeta(registry, 'settings')
  const offset = readMeta(registry, 'clock_offset_ms')
  registry.exec('DELETE FROM meta')
  if (settings !== null) openSettings(registry).change(JSON.parse(settings) as object)
  if (offset !== null) openClock({ registry, now: () => new Date(0) }).advance(Number(offset))
}

/** Recounts what triggers would have counted, and allows only file types that an app could have stored. */
export function settleStore(db: DatabaseSync, refuse: Reject): void {
  requireStorable(db, refuse)
  db.exec(`BEGIN IMMEDIATE; ${countLater}; ${countNow}; COMMIT`)
  const types = db.prepare('SELECT DISTINCT content_type FROM media_files').all()
  if (!types.every((row) => isMediaType(text(row, 'content_type'))))
    refuse('it has a file of a type that apps cannot store')
}
