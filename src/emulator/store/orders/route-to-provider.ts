import type { Topic } from '../../../catalog/topics.ts'
import type { CheckedBody } from '../../../control/operation.ts'
import type { stores } from '../../../control/operations/stores.ts'
import type { ProviderKind, RoutedRequest } from '../../../control/provider.ts'
import { AppError } from '../../../errors.ts'
import { transaction } from '../../../storage/database.ts'
import type { EmulatorContext } from '../../context.ts'
import { fanOutEvents, recordEvent } from '../../deliveries/events.ts'
import { listDeliveries } from '../../deliveries/queue-rows.ts'
import { getProvider } from '../../platform/providers.ts'
import { getStore } from '../../platform/stores.ts'
import { chooseRegion } from '../choose-region.ts'

/** Topic of a request to each kind of provider (EVT-021, EVT-022). None is documented for analytics, and fulfillment is requested for one order. */
const topics: Readonly<Record<ProviderKind, Topic | null>> = {
  carrier: 'shipment.create_requested',
  invoice: 'invoice.submit_requested',
  analytics: null,
  fulfillment: null,
}

/**
 * Sends a store's request to its carrier or invoice provider. Only that provider's app gets the event (GEN-018). The payload besides the envelope is
 * undocumented, so it is empty (N3). Raises `emulator.bad-request`, `emulator.unknown-store`, and `emulator.conflict` for a kind without a topic.
 */
export function routeToProvider(
  context: EmulatorContext,
  providerId: number,
  { store: code, region: wanted }: CheckedBody<typeof stores.routeToProvider>,
): RoutedRequest {
  const { kind, appKey } = getProvider(context, providerId)
  const { id: storeId } = getStore(context, code)
  const { id: regionId } = chooseRegion(context, storeId, wanted)
  const topic = topics[kind]
  if (topic === null) throw notAsked(kind)
  return routeTo(context, { appKey, storeId, regionId, topic, data: {} })
}

export interface Routing {
  /** Receiving app. */
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  readonly topic: Topic
  readonly data: Readonly<Record<string, unknown>>
}

/** Records the event of a request and adds it to the queue. Its app is not part of the envelope. */
export function routeTo(context: EmulatorContext, { appKey, storeId, regionId, topic, data }: Routing): RoutedRequest {
  const eventId = transaction(context.storeDb(storeId), () =>
    recordEvent(context, { storeId, regionId, topic, data: { ...data, appKey } }),
  )
  fanOutEvents(context, storeId)
  context.wakeQueue()
  return { eventId, topic, appKey, deliveries: listDeliveries(context, eventId) }
}

function notAsked(kind: ProviderKind): AppError {
  return kind === 'fulfillment'
    ? new AppError('emulator.conflict', 'A fulfillment request needs an order.', {
        suggestions: ['app emulator fulfillment request <order>'],
      })
    : new AppError('emulator.conflict', `Events are not sent to ${kind} providers.`)
}
