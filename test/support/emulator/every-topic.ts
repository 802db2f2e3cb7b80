import { topicNames } from '../../../src/catalog/topics.ts'
import type { PlacedOrder } from '../../../src/control/contract.ts'
import type { Provider } from '../../../src/control/provider.ts'
import { makeShop } from '../../emulator/api/shop.ts'
import { startReceiver, type Received } from '../../emulator/deliveries/receiver.ts'

const APP = 'app.acme.every-topic'

/** Returns the emulator's deliveries as an app receives them: at least one per topic, each triggered by its real cause. */
export async function deliverEveryTopic(): Promise<readonly Received[]> {
  const shop = await makeShop()
  const receiver = await startReceiver()
  await shop.install({
    appKey: APP,
    requested_scopes: ['orders.read', 'fulfillment.write', 'shipping.provider', 'invoices.read'],
    webhook_url: receiver.url,
    webhook_topics: [...topicNames],
  })
  const store = `/stores/${shop.store.code}`
  const place = async () => (await shop.control<{ order: PlacedOrder }>('POST', `${store}/orders`, {})).order
  const change = (id: number, operation: string) => shop.control('POST', `${store}/orders/${id}/${operation}`)
  const open = async (kind: Provider['kind']) => {
    const { provider } = await shop.control<{ provider: Provider }>('POST', '/providers', {
      kind,
      name: kind,
      appKey: APP,
    })
    return provider.id
  }

  const { id } = await place()
  await change(id, 'pay')
  await open('fulfillment')
  await change(id, 'fulfillment')
  await change(id, 'ship')
  await change(id, 'refund')
  await change((await place()).id, 'cancel')
  for (const kind of ['carrier', 'invoice'] as const)
    await shop.control('POST', `/providers/${await open(kind)}/requests`, { store: shop.store.code })
  await shop.emulator.queue.settle()
  await shop.control('POST', `${store}/apps/${APP}/uninstall`)
  await shop.emulator.queue.settle()
  return receiver.received
}

export const topicOf = ({ headers }: Received) => String(headers['x-service-topic'])
