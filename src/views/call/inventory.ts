import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { inventory } from '../../catalog/resources/inventory.ts'
import type { View } from '../view.ts'

/** The documents do not show the answer's content (N26), so nothing is read from it. */
export const adjustedStock: View<ResponseOf<typeof inventory.adjust>> = () => 'Stock changed.'
