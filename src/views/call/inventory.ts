import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { inventory } from '../../catalog/resources/inventory.ts'
import type { View } from '../view.ts'

/** The documents do not specify the response body (N26), so the view reads nothing from it. */
export const adjustedStock: View<ResponseOf<typeof inventory.adjust>> = () => 'Stock changed.'
