import { isTopic, type Topic } from '../../catalog/topics.ts'
import type { Store } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { AppError } from '../../errors.ts'
import type { DevContext } from '../context.ts'
import type { Milestone } from '../milestone.ts'
import { installRegion } from './app-install.ts'
import { isWithoutRoute } from './without-route.ts'

export interface FirstEvent {
  readonly control: ControlClient
  readonly store: Store
  /** Reached when the app has accepted a delivery with 2xx. */
  readonly delivered: Milestone
  /** Whether the app has no install route. It may have no webhook route either. */
  readonly isRouteless: boolean
  readonly sendTest: (topic: Topic) => Promise<unknown>
}

/** Maximum wait for an event before the session triggers one. */
const PATIENCE_MS = 5000

/** Maximum wait for the triggered event: one attempt and one retry by the emulator (N5). */
const DELIVERY_MS = 20_000

/** Poll interval for the last response. */
const LOOK_MS = 1000

/**
 * Waits for the first delivered event and triggers one if necessary: an order, or a test event if the app has no order
 * topics. For an app without platform routes, any delivery that reaches it is enough. Raises `dev.no-event`.
 */
export async function waitForFirstEvent(dev: DevContext, first: FirstEvent): Promise<void> {
  const { tools, signal } = dev
  const { delivered } = first
  const within = async (ms: number) => {
    const over = new AbortController()
    const asleep = tools.sleep(ms, AbortSignal.any([signal, over.signal])).catch(() => {})
    await Promise.race([delivered.reached, asleep])
    over.abort()
    signal.throwIfAborted()
    return delivered.isReached()
  }
  if (await within(PATIENCE_MS)) return
  await causeEvent(dev, first)
  for (let waited = 0; waited < DELIVERY_MS; waited += LOOK_MS) {
    if (await within(LOOK_MS)) return
    if (first.isRouteless && hasNoWebhookRoute(dev)) return
  }
  throw new AppError('dev.no-event', 'The app is installed, but it accepted no event in time.', {
    suggestions: [
      "To see each delivery's last error, run `app emulator deliveries`.",
      'Check that webhooks.topics in app.toml lists a topic that an order triggers, and that its scope was granted.',
    ],
  })
}

function hasNoWebhookRoute({ options, emit, lastTrouble }: DevContext): boolean {
  const last = lastTrouble()
  if (last?.event !== 'delivery' || !isWithoutRoute(last.status)) return false
  const { path } = options.project.config.webhooks
  emit({
    event: 'notice',
    text: `The app has no webhook route yet: POST ${path} returned ${last.status}. The platform sends every event there.`,
  })
  return true
}

async function causeEvent({ options, emit }: DevContext, { control, store, sendTest }: FirstEvent): Promise<void> {
  const topics = options.project.config.webhooks.topics.filter(isTopic)
  const isToldOfNew = topics.includes('order.created')
  const paid = !isToldOfNew && topics.includes('order.paid')
  // The app would treat a test app.uninstalled as a real one.
  const byHand = isToldOfNew || paid ? undefined : topics.find((topic) => topic !== 'app.uninstalled')
  if (byHand !== undefined) {
    await sendTest(byHand)
    const text = `No event arrived, and a new order triggers no event for this app. Sent a test event ${byHand} through the gateway.`
    emit({ event: 'notice', text })
    return
  }
  const region = installRegion(store, options.region)
  const order = await control.placeOrder({ store: store.code, region: region?.code, paid })
  emit({
    event: 'order-placed',
    orderNumber: order.orderNumber,
    store: store.code,
    reason: 'the app had received no event yet',
  })
}
