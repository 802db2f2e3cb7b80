import type { shippingProfiles } from '../../../../catalog/resources/shipping-profiles.ts'
import { flag, integer, text } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'
import type { HandlersFor } from '../../handler.ts'

export const shippingProfilesHandlers = {
  /** DISC-005, DISC-006, DISC-010: active ones of the whole store, whatever the pin, the default one first. */
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
    return { success: true, totalCount: items.length, items, hint: items.length > 1 ? null : hint }
  },
} satisfies HandlersFor<typeof shippingProfiles>

const hint =
  'The store has no choice of shipping profiles, so every product is sent with the same tariff; the owner adds profiles in the admin.'
