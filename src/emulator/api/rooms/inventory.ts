import type { inventory } from '../../../catalog/inventory.ts'
import type { HandlersFor } from '../handler.ts'
import { adjustStock } from './inventory-adjust.ts'

export const inventoryHandlers = {
  adjust: adjustStock,
} satisfies HandlersFor<typeof inventory>
