import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { inventory } from '../../catalog/resources/inventory.ts'
import type { View } from '../view.ts'

/** What the answer holds is not shown (N26), so nothing of it is read. */
export const adjustedStock: View<ResponseOf<typeof inventory.adjust>> = () => 'Stock changed.'
