import type { Registration } from '../../control/contract.ts'
import { textOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { World } from '../world.ts'
import { findApp } from './apps.ts'

/** The app as a store has it; null when the key is not registered. */
export function appInStore(world: World, appKey: string, storeCode: string): Registration | null {
  const app = findApp(world, appKey)
  return app === null ? null : asInStore(world, app, storeCode)
}

/**
 * The app as a store has it. A published app whose panel was changed is in review again; A17: literally it is then gone from live stores, by the other
 * reading it stays there as it was approved last. In its test stores it is always what it is now.
 */
export function asInStore(world: World, app: Registration, storeCode: string): Registration {
  if (world.settings().liveDuringReview === 'gone') return app
  if (app.status !== 'P' || app.test_store_codes.includes(storeCode)) return app
  const row = prepared(world.registry, 'SELECT approved_manifest_json FROM apps WHERE app_key = ?').get(app.app_key)
  const manifest = row === undefined ? null : textOrNull(row, 'approved_manifest_json')
  if (manifest === null) return app
  return { ...app, status: 'published', listed: true, admin_manifest_json: manifest === '' ? null : manifest }
}
