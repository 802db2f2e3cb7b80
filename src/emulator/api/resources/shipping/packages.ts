import type { shippingPackages } from '../../../../catalog/resources/shipping-packages.ts'
import { decimal, flag, integer, text } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'
import type { HandlersFor } from '../../handler.ts'

export const shippingPackagesHandlers = {
  /** DISC-022, DISC-031: lists the packages of the whole store regardless of the pin, with numbers as entered. */
  list: ({ db }) => {
    const items = prepared(db, 'SELECT * FROM shipping_packages ORDER BY is_default DESC, name COLLATE NOCASE, id')
      .all()
      .map((row) => ({
        id: integer(row, 'id'),
        name: text(row, 'name'),
        lengthCm: decimal(row, 'length_cm'),
        widthCm: decimal(row, 'width_cm'),
        heightCm: decimal(row, 'height_cm'),
        emptyWeightG: decimal(row, 'empty_weight_g'),
        maxWeightKg: decimal(row, 'max_weight_kg'),
        isDefault: flag(row, 'is_default'),
      }))
    return { success: true, totalCount: items.length, items, hint: hints[items.length] ?? null }
  },
} satisfies HandlersFor<typeof shippingPackages>

/** Hints by number of packages. There is no hint if the app can choose. */
const hints: readonly string[] = [
  'The store has no shipping packages yet, so no box can be selected for a product. The store owner can add packages in the admin.',
  'The store has only one shipping package, so every product uses the same box. The store owner can add packages in the admin.',
]
