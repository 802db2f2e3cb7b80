import type { ArrivedDelivery } from './facts.ts'

/** Returns a clause about a delivery that proves a link. */
export function seen({ id, at }: Pick<ArrivedDelivery, 'id' | 'at'>): string {
  return `delivery ${id} arrived (${at.toISOString()})`
}

/** Returns where the newest live delivery shows that the app is installed; null without one, or after an uninstall. */
export function installSeen(newest: ArrivedDelivery | null): string | null {
  if (newest === null || newest.topic === 'app.uninstalled') return null
  const region = newest.regionId === null ? '' : `, region ${newest.regionId}`
  return `${seen(newest)} for store ${newest.storeId}${region}, so the app is installed there`
}
