import type { storeInfo } from '../../../catalog/resources/store-info.ts'
import { textOrNull } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { getStore } from '../../platform/stores.ts'
import type { HandlersFor } from '../handler.ts'
import { Refusal } from '../rejection.ts'
import { selectedRegion } from '../selected-region.ts'

export const storeInfoHandlers = {
  get: (call) => {
    const { context, db, caller } = call
    const store = getStore(context, caller.storeId)
    const region = selectedRegion(call)
    if (region instanceof Refusal) return region
    const row = prepared(db, 'SELECT * FROM store_identity').get() ?? {}
    const logo = filled(textOrNull(row, 'logo_url'))
    return {
      success: true,
      storeName: filled(store.name),
      storeDomain: filled(store.domain),
      logoUrl: logo === null ? null : absolute(logo, region.domain),
      contactEmail: filled(textOrNull(row, 'contact_email')),
    }
  },
} satisfies HandlersFor<typeof storeInfo>

/** DISC-055, DISC-056: unset, empty and blank values become null. */
function filled(value: string | null): string | null {
  const trimmed = value?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** DISC-049, DISC-050: an absolute URL stays unchanged. A relative one needs the region's domain. */
function absolute(address: string, domain: string | null): string | null {
  if (URL.canParse(address)) return address
  return domain === null ? null : (URL.parse(address, `https://${domain}/`)?.href ?? null)
}
