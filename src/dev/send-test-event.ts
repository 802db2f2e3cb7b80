import type { Topic } from '../catalog/topics.ts'
import { namesOrder } from '../webhooks/event-body.ts'
import { triggerEvent, type TriggerTools } from '../webhooks/trigger.ts'
import type { TargetActions } from './target-actions.ts'

export interface TestEventInput {
  readonly gateway: { readonly url: string }
  readonly place: Pick<TargetActions, 'origin' | 'order' | 'placeOrder'>
  readonly topic: Topic
  /** Path of webhooks. */
  readonly path: string
}

/** Sends a test event through the gateway and returns a text that describes it. Raises the errors of `triggerEvent`. */
export async function sendTestEvent(
  tools: TriggerTools,
  { gateway, place, topic, path }: TestEventInput,
): Promise<string> {
  const origin = place.origin()
  const order = await place.order(topic)
  const regionId = origin.regionId ?? (order?.regionId == null ? null : String(order.regionId))
  const event = { topic, to: gateway.url + path, isGateway: true, ...origin, regionId }
  await triggerEvent(tools, { ...event, ...(order && { order }) })
  const isEmulator = place.placeOrder !== undefined
  const none = isEmulator ? 'the store has no order yet' : "no order could be read with the app's token"
  const about = order === null ? `a made-up order (${none})` : `order ${order.orderNumber}`
  const what = namesOrder(topic) ? ` about ${about}` : ''
  const real = isEmulator ? '. Press o to place a real order' : ''
  return `Sent a test event ${topic}${what} through the gateway. Its id starts with \`test:\`, so the app may ignore it${real}.`
}
