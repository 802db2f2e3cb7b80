import type { inventory } from '../../../../catalog/resources/inventory.ts'
import type { HandlersFor } from '../../handler.ts'
import { adjustStock } from './adjust.ts'

export const inventoryHandlers = {
  adjust: adjustStock,
} satisfies HandlersFor<typeof inventory>
