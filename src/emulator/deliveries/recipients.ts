import type { Topic } from '../../catalog/topics.ts'
import { integer, integerOrNull, text, textList } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { storeWideRegions } from '../platform/stores.ts'

/** Active subscription with the facts that decide whether it receives an event. */
export interface Recipient {
  readonly installId: number
  readonly appKey: string
  /** Region id; null for a store-wide install. */
  readonly regionId: number | null
  readonly subscription: string
  readonly appStatus: string
  readonly countries: readonly string[]
}

/** Returns every active subscription to a topic in a store. */
export function recipientsOf({ registry }: EmulatorContext, storeId: number, topic: Topic): Recipient[] {
  return prepared(
    registry,
    `SELECT i.id, i.app_key, i.region_id, i.subscription, a.status, a.countries FROM installs i
     JOIN subscriptions s ON s.install_id = i.id AND s.topic = ? AND s.removed_at IS NULL
     JOIN apps a ON a.app_key = i.app_key
     WHERE i.store_id = ? AND i.removed_at IS NULL ORDER BY i.id`,
  )
    .all(topic, storeId)
    .map((row) => ({
      installId: integer(row, 'id'),
      appKey: text(row, 'app_key'),
      regionId: integerOrNull(row, 'region_id'),
      subscription: text(row, 'subscription'),
      appStatus: text(row, 'status'),
      countries: textList(row, 'countries'),
    }))
}

/**
 * EVT-011: a region's events go to the installs of that region and to store-wide ones that reach it
 * (A19). An event without a region, for example of an old order, goes only to store-wide installs.
 */
export function seesRegion(
  context: EmulatorContext,
  { storeId, regionId }: { readonly storeId: number; readonly regionId: number | null },
  recipient: Recipient,
): boolean {
  if (recipient.regionId !== null) return recipient.regionId === regionId
  if (regionId === null) return true
  return storeWideRegions(context, storeId, recipient.countries).some(({ id }) => id === regionId)
}
