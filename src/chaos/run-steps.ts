import type { Context } from '../context.ts'
import type { PlacedOrder } from '../control/contract.ts'
import type { ControlClient } from '../control/control-client.ts'
import { AppError } from '../errors.ts'
import type { ChaosPlan, PlannedStep } from './chaos-plan.ts'

export interface StepTools extends Pick<Context, 'now' | 'sleep'> {
  readonly control: Pick<ControlClient, 'placeOrder' | 'changeOrder'>
  /** Called before each step with its due time (ms from the start) and the number of orders so far. */
  readonly onProgress: (atMs: number, orders: number) => void
}

export interface StepStore {
  readonly store: string
  /** Region of the orders. Default: the home region. */
  readonly region?: number
  readonly signal: AbortSignal
}

/** Result of the steps. */
export interface StepsDone {
  readonly orders: number
  /** Number of these orders that were paid. */
  readonly paid: number
  readonly operations: number
  /** Id of the first event that the operations caused, or null if they caused none. */
  readonly firstEvent: string | null
  /** Messages of operations that the store rejected. */
  readonly rejected: readonly string[]
}

/** Runs the planned operations in the store, each at its time or as soon as the one before it is done. Rejects when `signal` is aborted. */
export async function runSteps(
  tools: StepTools,
  { steps }: Pick<ChaosPlan, 'steps'>,
  place: StepStore,
): Promise<StepsDone> {
  const began = tools.now().getTime()
  const orders = new Map<number, PlacedOrder>()
  const rejected: string[] = []
  let paid = 0
  let operations = 0
  const events: string[] = []
  for (const step of steps) {
    await tools.sleep(Math.max(0, began + step.atMs - tools.now().getTime()), place.signal)
    tools.onProgress(step.atMs, orders.size)
    try {
      const done = await runStep(tools, step, { place, order: orders.get(step.order) })
      // The order was not placed, so its other operations are skipped.
      if (done === null) continue
      operations++
      orders.set(step.order, done)
      events.push(...done.events.map(({ eventId }) => eventId))
      if (step.step === 'place-paid' || step.step === 'pay') paid++
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'emulator.not-running') throw error
      rejected.push(error.message)
    }
  }
  return { orders: orders.size, paid, operations, firstEvent: events[0] ?? null, rejected }
}

interface StepContext {
  readonly place: StepStore
  /** Undefined if the order was not placed. */
  readonly order: PlacedOrder | undefined
}

async function runStep(
  { control }: StepTools,
  { step }: PlannedStep,
  { place, order }: StepContext,
): Promise<PlacedOrder | null> {
  const { store, region } = place
  if (step === 'place' || step === 'place-paid') {
    return control.placeOrder({ store, paid: step === 'place-paid', ...(region === undefined ? {} : { region }) })
  }
  return order === undefined ? null : control.changeOrder({ store, id: order.id, operation: step })
}
