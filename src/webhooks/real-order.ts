import { orders } from '../catalog/resources/orders.ts'
import type { Topic } from '../catalog/topics.ts'
import type { Client } from '../client/client.ts'
import type { ControlClient } from '../control/control-client.ts'
import type { OrderSummary } from '../control/store-contract.ts'
import { hasCode } from '../errors.ts'

/** Order in an event. */
export type EventOrder = Pick<OrderSummary, 'id' | 'orderNumber' | 'currency' | 'regionId'>

/** State that a store's order must have reached for an event of the topic to be true. */
const fits: Readonly<Record<string, (order: OrderSummary) => boolean>> = {
  'order.created': () => true,
  'order.paid': ({ paymentStatus }) => paymentStatus === 'paid',
  'fulfillment.requested': ({ paymentStatus }) => paymentStatus === 'paid',
  'order.shipped': ({ status }) => status === 'shipped',
  'order.cancelled': ({ status }) => status === 'cancelled',
  'order.refunded': ({ status }) => status === 'refunded',
}

/**
 * Returns the newest order of the store and region for which the event may be true, else the newest of
 * all. Null for a topic without an order, and if the emulator does not run or has no such store or order.
 */
export async function realOrder(
  control: Pick<ControlClient, 'stores' | 'latestOrders'>,
  topic: Topic,
  { storeId, regionId }: { readonly storeId: string; readonly regionId: string | number | null },
): Promise<EventOrder | null> {
  const isTrue = fits[topic]
  if (isTrue === undefined) return null
  try {
    const store = (await control.stores()).find(({ id }) => String(id) === storeId)
    if (store === undefined) return null
    const orders = await control.latestOrders({
      store: store.code,
      region: regionId === null ? undefined : String(regionId),
    })
    return orders.find(isTrue) ?? orders[0] ?? null
  } catch (error) {
    if (hasCode(error, 'emulator.not-running')) return null
    throw error
  }
}

/** The API does not show payments, but a status that follows the payment does. */
const statuses: Readonly<Record<string, (status: string) => boolean>> = {
  'order.created': () => true,
  'order.paid': isPaid,
  'fulfillment.requested': isPaid,
  'order.shipped': (status) => status === 'shipped',
  'order.cancelled': (status) => status === 'cancelled',
  'order.refunded': (status) => status === 'refunded',
}

function isPaid(status: string): boolean {
  return status !== 'cancelled' && status !== 'refunded'
}

/** Does the same with the token of an install, in its region or the first of a store-wide one. Reads the API once and raises the client's errors. */
export async function orderByToken(
  client: Pick<Client, 'call'>,
  topic: Topic,
  { regionId, regions }: { readonly regionId: number | null; readonly regions: readonly { readonly id: number }[] },
): Promise<EventOrder | null> {
  const isTrue = statuses[topic]
  const region = regionId ?? regions[0]?.id ?? null
  if (isTrue === undefined) return null
  const { body } = await client.call(orders.list, region === null ? {} : { region: String(region) })
  const items = body?.items ?? []
  const found = items.find(({ status }) => isTrue(status)) ?? items[0]
  return found === undefined ? null : { ...found, regionId: region }
}
