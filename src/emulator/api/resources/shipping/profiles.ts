import type { shippingProfiles } from '../../../../catalog/resources/shipping-profiles.ts'
import { flag, integer, text } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'
import type { HandlersFor } from '../../handler.ts'

export const shippingProfilesHandlers = {
  /** DISC-005, DISC-006, DISC-010: lists active profiles of the whole store regardless of the pin, the default first. */
  list: ({ db }) => {
    const items = prepared(
      db,
      'SELECT * FROM shipping_profiles WHERE active = 1 ORDER BY is_default DESC, name COLLATE NOCASE, id',
    )
      .all()
      .map((row) => ({
        id: integer(row, 'id'),
        name: text(row, 'name'),
        profileType: text(row, 'profile_type'),
        isDefault: flag(row, 'is_default'),
      }))
    return { success: true, totalCount: items.length, items, hint: hints[items.length] ?? null }
  },
} satisfies HandlersFor<typeof shippingProfiles>

/** Hints by number of profiles. There is no hint if the app can choose. */
const hints: readonly string[] = [
  'The store has no active shipping profile, so no product has a tariff yet. The store owner can add profiles in the admin.',
  'The store has only one shipping profile, so every product uses the same tariff. The store owner can add profiles in the admin.',
]
