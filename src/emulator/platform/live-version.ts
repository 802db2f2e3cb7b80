import type { Registration } from '../../control/contract.ts'
import { textOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { findApp } from './apps.ts'

/** Returns the version of the app that the store sees, or null if the key is not registered. */
export function appInStore(context: EmulatorContext, appKey: string, storeCode: string): Registration | null {
  const app = findApp(context, appKey)
  return app === null ? null : asInStore(context, app, storeCode)
}

/**
 * Returns the version of an app that a store sees: the current one in its test stores. Live stores keep the approved panel while a changed one is unpublished
 * (C36). During its review (A17), the app is removed from live stores, or stays as last approved in the other interpretation.
 */
export function asInStore(context: EmulatorContext, app: Registration, storeCode: string): Registration {
  if (app.test_store_codes.includes(storeCode)) return app
  if (app.has_unpublished_change) return { ...app, admin_manifest_json: approvedManifest(context, app) }
  if (app.status !== 'P' || context.settings().liveDuringReview === 'gone') return app
  const kept = keptManifest(context, app)
  return kept === null ? app : { ...app, status: 'published', listed: true, admin_manifest_json: kept || null }
}

/** Returns the last approved manifest: the one stored next to a change, otherwise the registration's. */
export function approvedManifest(context: EmulatorContext, app: Registration): string | null {
  const kept = keptManifest(context, app)
  return kept === null ? app.admin_manifest_json : kept || null
}

/** Returns an empty text for an app without a manifest, or null if none is stored. */
function keptManifest({ registry }: EmulatorContext, { app_key: appKey }: Registration): string | null {
  const row = prepared(registry, 'SELECT approved_manifest_json FROM apps WHERE app_key = ?').get(appKey)
  return row === undefined ? null : textOrNull(row, 'approved_manifest_json')
}
