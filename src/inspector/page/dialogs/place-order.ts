import type { PlacedByHand } from '../../actions.ts'
import { post } from '../api.ts'
import { reportFailure, toast } from './toast.ts'

/** Places an order as a customer would, and shows the result. Its events arrive like any others. */
export async function placeOrder(): Promise<void> {
  try {
    const { orderNumber, store, why } = await post<PlacedByHand>('/api/orders')
    toast(`Order ${orderNumber} placed in ${store}: ${why}.`, 'good')
  } catch (error) {
    reportFailure(error)
  }
}
