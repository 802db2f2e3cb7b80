import type { Store } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { AppError } from '../../errors.ts'
import type { Milestone } from '../milestone.ts'
import type { Stage } from '../stage.ts'
import { installRegion } from './app-install.ts'

export interface FirstEvent {
  readonly control: ControlClient
  readonly store: Store
  /** Reached when the app has taken a delivery with 2xx. */
  readonly delivered: Milestone
}

/** How long an event may come by itself before an order is placed for one. */
const PATIENCE_MS = 5000

/** How long that order's event may take: a first try and one retry of the emulator (N5). */
const DELIVERY_MS = 20_000

/** Waits for the first delivered event, and helps it along with an order. Raises `dev.no-event`. */
export async function waitForFirstEvent(stage: Stage, { control, store, delivered }: FirstEvent): Promise<void> {
  const { tools, options, emit, signal } = stage
  const within = async (ms: number) => {
    const over = new AbortController()
    const asleep = tools.sleep(ms, AbortSignal.any([signal, over.signal])).catch(() => {})
    await Promise.race([delivered.reached, asleep])
    over.abort()
    signal.throwIfAborted()
    return delivered.isReached()
  }
  if (await within(PATIENCE_MS)) return
  const region = installRegion(store, options.region)
  const order = await control.placeOrder({ store: store.code, region: region?.code })
  const why = 'no event came by itself'
  emit({ event: 'order-placed', orderNumber: order.orderNumber, store: store.code, why })
  if (await within(DELIVERY_MS)) return
  throw new AppError('dev.no-event', 'The app is installed, but it took no event in time.', {
    suggestions: [
      '`app emulator deliveries` shows each attempt and its last error.',
      'Is a topic listed in webhooks.topics of app.toml that an order causes, and was its scope granted?',
    ],
  })
}
