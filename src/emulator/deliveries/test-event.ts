import { deliveryTimeoutMs } from '../../catalog/limits.ts'
import { isTopic, topicNames, type Topic } from '../../catalog/topics.ts'
import type { Store, TestEventAnswer } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { integer, text } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { getApp } from '../platform/apps.ts'
import { findStore } from '../platform/stores.ts'
import type { Envelope } from './events.ts'
import { createSender } from './sender.ts'
import { createSigning } from './signed-request.ts'

export interface TestEvent {
  readonly appKey: string
  readonly topic: string
  /** One of the app's test stores; the first one if omitted (B41). */
  readonly storeCode?: string | undefined
}

/**
 * Sends one event as the Webhooks tab does: real HMAC, real headers, real envelope, an `eventId` that starts with `test:`, and no row
 * in the queue (EVT-001 to EVT-005). Returns the app's response. A failed delivery is not an error. Raises `emulator.unknown-app`,
 * `emulator.bad-request` for the topic or store, `emulator.conflict` if the app has no test store, webhook_url or signing secret.
 */
export async function sendTestEvent(
  context: EmulatorContext,
  { appKey, topic, storeCode }: TestEvent,
): Promise<TestEventAnswer> {
  if (!isTopic(topic)) {
    throw new AppError('emulator.bad-request', `Unknown topic ${JSON.stringify(topic)}.`, {
      suggestions: [`Use one of these topics: ${topicNames.join(', ')}.`],
    })
  }
  const store = testStore(context, getApp(context, appKey).test_store_codes, storeCode)
  const envelope = testEnvelope(context, store, topic)
  const signed = createSigning(context)({
    appKey,
    storeId: store.id,
    topic,
    body: Buffer.from(JSON.stringify(envelope)),
  })
  if (!signed.ok) throw new AppError('emulator.conflict', signed.error, { suggestions: ['app register'] })
  const sender = createSender({ timeoutMs: deliveryTimeoutMs, connections: 1 })
  const began = performance.now()
  const outcome = await sender.send(signed.outgoing)
  const ms = Math.round(performance.now() - began)
  await sender.close()
  return { eventId: envelope.eventId, ms, ...outcome }
}

function testStore(context: EmulatorContext, codes: readonly string[], wanted: string | undefined): Store {
  const [first] = codes
  if (first === undefined) {
    throw new AppError('emulator.conflict', 'A test event needs a test store of this app.', {
      suggestions: ['app store open --name Demo'],
    })
  }
  const code = wanted ?? first
  const store = codes.includes(code) ? findStore(context, code) : null
  if (store !== null) return store
  throw new AppError('emulator.bad-request', `${JSON.stringify(code)} is not a test store of this app.`, {
    suggestions: [`Use one of the app's test stores: ${codes.join(', ')}.`],
  })
}

/** B41: uses the store's default region. */
function testEnvelope(context: EmulatorContext, store: Store, topic: Topic): Envelope {
  const region = store.regions.find(({ isDefault }) => isDefault)
  const data =
    topic.startsWith('order.') || topic === 'fulfillment.requested'
      ? sampleOrder(context, store.id, region?.id ?? null)
      : {}
  return {
    eventId: `test:${context.randomBytes(16).toString('hex')}`,
    storeId: store.id,
    regionId: region?.id ?? null,
    data,
  }
}

/** Returns the region's newest order as an event describes it, or an invented one if the region has no orders. */
function sampleOrder(context: EmulatorContext, storeId: number, regionId: number | null): Record<string, unknown> {
  const row = prepared(
    context.storeDb(storeId),
    'SELECT id, order_number, status, currency FROM orders WHERE region_id = ? ORDER BY id DESC LIMIT 1',
  ).get(regionId)
  if (row === undefined) return { orderId: 1, orderNumber: 'TEST-1', status: 'paid', currency: 'EUR' }
  return {
    orderId: integer(row, 'id'),
    orderNumber: text(row, 'order_number'),
    status: text(row, 'status'),
    currency: text(row, 'currency'),
  }
}
