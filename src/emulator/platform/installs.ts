import type { InstallRow, StoreRegion } from '../../control/contract.ts'
import { integer, integerOrNull, iso, isoOrNull, text, textList, textOrNull } from '../../storage/columns.ts'
import { prepared, readInteger } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { listAllRegions, listRegions } from './stores.ts'

export interface LivingInstall {
  readonly id: number
  readonly appKey: string
  readonly regionId: number | null
  readonly installScope: string
  /** True while its payment is pending (P). */
  readonly isPaymentPending: boolean
}

/** Lists a store's installs that were not removed, by app and region, optionally of one app only. */
export function livingInstalls({ registry }: EmulatorContext, storeId: number, appKey?: string): LivingInstall[] {
  return prepared(
    registry,
    `SELECT id, app_key, region_id, install_scope, subscription FROM installs
     WHERE store_id = ? AND removed_at IS NULL AND app_key = coalesce(?, app_key) ORDER BY app_key, region_id`,
  )
    .all(storeId, appKey ?? null)
    .map((row) => ({
      id: integer(row, 'id'),
      appKey: text(row, 'app_key'),
      regionId: integerOrNull(row, 'region_id'),
      installScope: text(row, 'install_scope'),
      isPaymentPending: row['subscription'] === 'P',
    }))
}

/** Lists a store's installed apps once each, last installed first. An app without a registration is listed by its key. */
export function installedApps(
  { registry }: EmulatorContext,
  storeId: number,
  most: number,
): { readonly appKey: string; readonly name: string }[] {
  return prepared(
    registry,
    // Reads backwards from the newest install, no further than the oldest that is needed.
    `SELECT i.app_key, coalesce(a.name, i.app_key) AS name FROM installs i INDEXED BY installs_in_store
       LEFT JOIN apps a ON a.app_key = i.app_key
     WHERE i.store_id = ? AND i.removed_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM installs n WHERE n.app_key = i.app_key AND n.store_id = i.store_id AND n.removed_at IS NULL AND n.id > i.id)
     ORDER BY i.id DESC LIMIT ?`,
  )
    .all(storeId, most)
    .map((row) => ({ appKey: String(row['app_key']), name: String(row['name']) }))
}

/** INST-068: one (app, store) pair never has both scopes. Returns the scope that prevents an install in `scope`, or null. */
export function scopeInTheWay(
  context: EmulatorContext,
  where: { appKey: string; storeId: number },
  scope: string,
): string | null {
  const other = livingInstalls(context, where.storeId, where.appKey).find((install) => install.installScope !== scope)
  return other?.installScope ?? null
}

/** Counts an app's active installs, in all stores, that have another install scope than `scope`. */
export function installsOutside({ registry }: EmulatorContext, appKey: string, scope: string): number {
  const query = 'SELECT count(*) FROM installs WHERE app_key = ? AND removed_at IS NULL AND install_scope <> ?'
  return readInteger(registry, query, appKey, scope)
}

/** Lists all installs, active and removed, newest first. */
export function listInstalls({ registry }: EmulatorContext, appKey: string | null): InstallRow[] {
  return prepared(
    registry,
    `SELECT i.*, s.code AS store_code,
       (SELECT json_group_array(topic) FROM subscriptions WHERE install_id = i.id AND removed_at IS NULL) AS topics,
       EXISTS (SELECT 1 FROM tokens t WHERE t.app_key = i.app_key AND t.store_id = i.store_id AND t.revoked_at IS NULL
         AND t.region_id IS i.region_id AND t.shape IN ('region', 'store')) AS has_token,
       (SELECT d.event_id FROM deliveries d INDEXED BY deliveries_of_uninstalls
         WHERE d.install_id = i.id AND d.topic = 'app.uninstalled' AND d.state = 'delivered' LIMIT 1) AS uninstall_event
     FROM installs i JOIN stores s ON s.id = i.store_id WHERE i.app_key = coalesce(?, i.app_key) ORDER BY i.id DESC`,
  )
    .all(appKey)
    .map((row) => ({
      appKey: text(row, 'app_key'),
      storeId: integer(row, 'store_id'),
      storeCode: text(row, 'store_code'),
      regionId: integerOrNull(row, 'region_id'),
      installScope: text(row, 'install_scope'),
      scopes: textList(row, 'scopes'),
      subscription: row['subscription'] === 'P' ? 'P' : 'active',
      topics: textList(row, 'topics'),
      installedAt: iso(row, 'installed_at'),
      removedAt: isoOrNull(row, 'removed_at'),
      hasToken: row['removed_at'] === null && row['has_token'] === 1,
      // After an undo, accepted deliveries remain.
      uninstallEvent: row['removed_at'] === null ? textOrNull(row, 'uninstall_event') : null,
    }))
}

/** Returns the label of a region on a page: its code (marked if closed), or `all regions` for a store-wide install. */
export function regionLabel(context: EmulatorContext, storeId: number, regionId: number | null): string {
  if (regionId === null) return 'all regions'
  const isMeant = ({ id }: StoreRegion) => id === regionId
  const active = listRegions(context, storeId).find(isMeant)
  if (active !== undefined) return active.code
  const closed = listAllRegions(context, storeId).find(isMeant)
  return closed === undefined ? `region ${regionId}` : `${closed.code} (closed)`
}
