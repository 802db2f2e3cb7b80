import type { PlacedByHand } from '../../actions.ts'
import { post } from '../api.ts'
import { tellFailure, toast } from './toast.ts'

/** Places an order as a customer would, and tells of it. Its events come by themselves. */
export async function placeOrder(): Promise<void> {
  try {
    const { orderNumber, store, why } = await post<PlacedByHand>('/api/orders')
    toast(`Order ${orderNumber} placed in ${store}: ${why}.`, 'good')
  } catch (error) {
    tellFailure(error)
  }
}
