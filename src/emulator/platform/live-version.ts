import type { Registration } from '../../control/contract.ts'
import { textOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { World } from '../world.ts'
import { findApp } from './apps.ts'

/** Returns the version of the app that the store sees, or null if the key is not registered. */
export function appInStore(world: World, appKey: string, storeCode: string): Registration | null {
  const app = findApp(world, appKey)
  return app === null ? null : asInStore(world, app, storeCode)
}

/**
 * Returns the version of the app that a store sees. Its test stores always see the current one. Live stores keep the approved panel while a changed one is
 * saved but not published (C36). During its review (A17), the literal interpretation removes the app from live stores. The other interpretation keeps the
 * last approved version there.
 */
export function asInStore(world: World, app: Registration, storeCode: string): Registration {
  if (app.test_store_codes.includes(storeCode)) return app
  if (app.has_unpublished_change) return { ...app, admin_manifest_json: approvedManifest(world, app) }
  if (app.status !== 'P' || world.settings().liveDuringReview === 'gone') return app
  const kept = keptManifest(world, app)
  return kept === null ? app : { ...app, status: 'published', listed: true, admin_manifest_json: kept || null }
}

/** Returns the last approved manifest: the one stored next to a change, otherwise the registration's. */
export function approvedManifest(world: World, app: Registration): string | null {
  const kept = keptManifest(world, app)
  return kept === null ? app.admin_manifest_json : kept || null
}

/** Returns an empty text for an app without a manifest, or null if none is stored. */
function keptManifest({ registry }: World, { app_key: appKey }: Registration): string | null {
  const row = prepared(registry, 'SELECT approved_manifest_json FROM apps WHERE app_key = ?').get(appKey)
  return row === undefined ? null : textOrNull(row, 'approved_manifest_json')
}
