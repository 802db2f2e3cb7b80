import { drawn, drawnBetween } from '../control/drawn.ts'
import { isDeliveryFault, type FaultKind } from '../control/fault.ts'
import { orderLife, type OrderStep } from './order-life.ts'

/** A fault and when it applies in the run. */
export interface PlannedFault {
  readonly kind: FaultKind
  /** Time from the start of the run, in ms. */
  readonly startMs: number
  readonly forMs: number
  readonly percent: number
  readonly inARow: number
  readonly seed: number
  readonly delayMs?: number
  readonly delayMaxMs?: number
  /** Retry-After header value, in whole seconds. */
  readonly retryAfter?: string
}

/** An order operation in the store. */
export interface PlannedStep {
  /** Time from the start of the run, in ms. */
  readonly atMs: number
  /** Index of the order in the run, from 0. */
  readonly order: number
  readonly step: OrderStep
}

export interface ChaosPlan {
  readonly seed: number
  readonly forMs: number
  readonly faults: readonly PlannedFault[]
  readonly steps: readonly PlannedStep[]
}

/** A new fault each second, a new order every 600 ms. */
const FAULT_EVERY_MS = 1000
const ORDER_EVERY_MS = 600

/** Further facts of each kind. Leaves out kinds that break an install permanently or request a payment. */
const kinds: Partial<Readonly<Record<FaultKind, (seed: number, n: number) => Partial<PlannedFault>>>> = {
  '429': () => ({ retryAfter: '1' }),
  '500': () => ({}),
  '503': () => ({}),
  slow: (seed, n) => delays(seed, n, { least: 200, most: 2500 }),
  reset: () => ({}),
  partial: () => ({}),
  late: (seed, n) => delays(seed, n, { least: 300, most: 4000 }),
  duplicate: () => ({}),
  'out-of-order': () => ({ delayMs: 3000 }),
  burst: (seed, n) => ({ delayMs: drawnBetween(5, 15, seed, 'burst', n) * 100 }),
  'signature-truncated': () => ({}),
  'signature-wrong': () => ({}),
  truncated: () => ({}),
}

/**
 * Returns the operations of a run and their times. The list depends on seed and duration alone, never on the machine's clock or the app's
 * responses. A longer run begins with the list of a shorter one, apart from the ends that the shorter one truncates. `forMs` in ms.
 */
export function chaosPlan({ seed, forMs }: Pick<ChaosPlan, 'seed' | 'forMs'>): ChaosPlan {
  return { seed, forMs, faults: [...plannedFaults(seed, forMs)], steps: plannedSteps(seed, forMs) }
}

function* plannedFaults(seed: number, forMs: number): Generator<PlannedFault> {
  for (let n = 0; ; n++) {
    const startMs = n * FAULT_EVERY_MS + drawnBetween(0, 4, seed, 'start', n) * 100
    if (startMs >= forMs) return
    const kind = kindOf(seed, n)
    yield {
      kind,
      startMs,
      forMs: Math.min(forMs - startMs, drawnBetween(10, 40, seed, 'length', n) * 100),
      percent: drawnBetween(3, 10, seed, 'percent', n) * 10,
      inARow: drawnBetween(1, 3, seed, 'in a row', n),
      seed: Math.floor(drawn(seed, 'fault', n) * 2 ** 31),
      ...kinds[kind]?.(seed, n),
    }
  }
}

/** Each kind occurs once before any is repeated, so that a short run covers most of them; faults of calls and of deliveries alternate. */
function kindOf(seed: number, n: number): FaultKind {
  // The keys of an object literal are those of its type.
  const all = Object.keys(kinds) as FaultKind[]
  const round = Math.floor(n / all.length)
  const shuffled = (of: readonly FaultKind[]) =>
    of
      .map((kind) => ({ kind, place: drawn(seed, 'place', round, kind) }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ kind }) => kind)
  const calls = shuffled(all.filter((kind) => !isDeliveryFault(kind)))
  const deliveries = shuffled(all.filter(isDeliveryFault))
  const turns = deliveries.flatMap((kind, at) => [kind, ...calls.slice(at, at + 1)])
  return turns[n % all.length] ?? 'late'
}

function plannedSteps(seed: number, forMs: number): PlannedStep[] {
  const steps: PlannedStep[] = []
  for (let order = 0; order * ORDER_EVERY_MS < forMs; order++) {
    let atMs = order * ORDER_EVERY_MS
    for (const [at, step] of orderLife(drawn(seed, 'life', order)).entries()) {
      if (at > 0) atMs += drawnBetween(3, 20, seed, 'pause', order, at) * 100
      if (atMs < forMs) steps.push({ atMs, order, step })
    }
  }
  return steps.toSorted((one, other) => one.atMs - other.atMs || one.order - other.order)
}

function delays(seed: number, n: number, { least, most }: { least: number; most: number }): Partial<PlannedFault> {
  const delayMs = drawnBetween(1, 5, seed, 'least', n) * least
  return { delayMs, delayMaxMs: Math.max(delayMs, drawnBetween(1, 10, seed, 'most', n) * (most / 10)) }
}
