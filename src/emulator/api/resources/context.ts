import type { context } from '../../../catalog/resources/context.ts'
import { listAllRegions, storeWideRegions } from '../../platform/stores.ts'
import type { HandlersFor } from '../handler.ts'

export const contextHandlers = {
  /** CTX-013 to CTX-015: the region of a locked token, even if it was closed since, else every active region that the install reaches (A19). */
  get: ({ context, caller, regionId }) => {
    const { appKey, storeId, storeCode, scopes, countries } = caller
    const isLocked = caller.regionId !== null
    const regions = isLocked
      ? listAllRegions(context, storeId).filter(({ id }) => id === caller.regionId)
      : storeWideRegions(context, storeId, countries)
    return {
      success: true,
      appKey,
      store: { id: storeId, code: storeCode },
      installScope: isLocked ? 'region' : 'store',
      // A34: two readings of the value for a locked token.
      pinnedRegionId: isLocked && context.settings().contextPin === 'null' ? null : regionId,
      regions: regions.map(({ id, code, countryCode, currencyCode, languageCode, isDefault }) => ({
        id,
        code,
        countryCode,
        currencyCode,
        languageCode,
        isDefault,
      })),
      scopes: [...scopes],
    }
  },
} satisfies HandlersFor<typeof context>
