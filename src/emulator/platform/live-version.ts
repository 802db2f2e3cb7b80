import type { Registration } from '../../control/contract.ts'
import { textOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { World } from '../world.ts'
import { findApp } from './apps.ts'

/** The app in the version that stores have; null when the key is not registered. */
export function appInStore(world: World, appKey: string, storeCode: string): Registration | null {
  const app = findApp(world, appKey)
  return app === null ? null : asInStore(world, app, storeCode)
}

/**
 * The app as a store has it. In its test stores it is always what it is now. Live stores keep the approved panel while a changed one is saved and not
 * published (C36). While that is in review, A17: literally the app is gone from live stores, by the other reading it stays there as it was approved last.
 */
export function asInStore(world: World, app: Registration, storeCode: string): Registration {
  if (app.test_store_codes.includes(storeCode)) return app
  if (app.has_unpublished_change) return { ...app, admin_manifest_json: approvedManifest(world, app) }
  if (app.status !== 'P' || world.settings().liveDuringReview === 'gone') return app
  const kept = keptManifest(world, app)
  return kept === null ? app : { ...app, status: 'published', listed: true, admin_manifest_json: kept || null }
}

/** The manifest that was approved last: one that is kept beside a change, else that of the registration. */
export function approvedManifest(world: World, app: Registration): string | null {
  const kept = keptManifest(world, app)
  return kept === null ? app.admin_manifest_json : kept || null
}

/** Empty for an app without a manifest; null when none is kept. */
function keptManifest({ registry }: World, { app_key: appKey }: Registration): string | null {
  const row = prepared(registry, 'SELECT approved_manifest_json FROM apps WHERE app_key = ?').get(appKey)
  return row === undefined ? null : textOrNull(row, 'approved_manifest_json')
}
