import type { KeyObject } from 'node:crypto'

import { isSuccess } from '../http/status.ts'
import { answerText, appendAttempt, isAppAway, type Attempt } from '../journal/attempts.ts'
import { findDelivery, type DeliveryRow } from '../journal/deliveries.ts'
import { requestAsIs, resignedRequest } from '../journal/delivery-request.ts'
import { firstDue, nextDueAt, type DeliveryTarget, type Settled } from '../journal/delivery-state.ts'
import type { Journal } from '../journal/journal.ts'
import type { PortHolder } from '../processes/port-holder.ts'
import type { ForwardResult } from './delivery.ts'
import type { Forward } from './inbound.ts'
import type { DeliveryTraces } from './traces/delivery-traces.ts'

export interface RetriesTools {
  readonly journal: Journal
  readonly forward: Forward
  readonly traces?: DeliveryTraces | undefined
  readonly key: () => KeyObject | null
  readonly now: () => Date
  readonly webhookPath: string
  /** Platform of this run: deliveries of another one are not for the app that runs now. Any platform by default. */
  readonly target?: DeliveryTarget | undefined
  /** Pauses after the first, second … attempt that the app rejected, in ms. After the last one the delivery becomes a dead letter. */
  readonly retryDelaysMs: readonly number[]
  readonly onAttempt: (attempt: RetryAttempt) => void
  /** Called before the app gets a delivery. */
  readonly onForward?: ((delivery: DeliveryRow) => void) | undefined
}

/** Report of one attempt. */
export interface RetryAttempt {
  readonly delivery: DeliveryRow
  readonly status: number | null
  readonly error: string | null
  readonly ms: number
  readonly settled: Settled
  /** The program that uses the app's port instead, if known. */
  readonly holder: PortHolder | null
}

/** Delivers acknowledged deliveries to the app until the app accepts them or the attempts are exhausted. Continues with those that a crashed run left. */
export interface Retries {
  /** Looks for due deliveries immediately. */
  readonly wake: () => void
  /** Starts nothing more, and waits for the deliveries that the app is handling. */
  readonly close: () => Promise<void>
}

/** Maximum number of deliveries that the app handles in parallel, the same as without retries. */
const IN_FLIGHT = 64

/** An app that responds within this time gets events in the order of their arrival; a slower app does not delay the others. */
const ORDER_MS = 1000

/** While the app is down, only the oldest delivery is attempted, at these pauses. Such an attempt does not count, because the delivery is not at fault. */
const OUTAGE_MIN_MS = 250
const OUTAGE_MAX_MS = 5000

/** An older signature is renewed: the app rejects one of five minutes, and the delivery takes time to arrive (HOOK-015). */
const FRESH_MS = 60_000

/** Longest time that a timer of Node can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function createRetries(tools: RetriesTools): Retries {
  const { journal, target } = tools
  const underway = new Map<number, Promise<void>>()
  /** Attempts not yet in the journal. They are written before any other attempt, so that a full disk causes no second delivery. */
  const unwritten = new Map<number, () => void>()
  let timer: NodeJS.Timeout | undefined
  let outageMs = 0
  let isLooking = false
  let isClosed = false

  /** Deliveries that must not be started: they are in flight, or finished and not written yet. */
  const taken = () => [...underway.keys(), ...unwritten.keys()]
  const look = async (): Promise<void> => {
    if (isClosed || isLooking) return
    isLooking = true
    try {
      writeOutstanding(unwritten)
      for (let id = nextId(); id !== null; id = nextId()) {
        if (await isOut(id)) break
      }
      plan()
    } catch {
      // The journal cannot be read or written at the moment.
      later(OUTAGE_MAX_MS)
    } finally {
      isLooking = false
    }
  }
  const nextId = (): number | null => {
    if (isClosed || underway.size >= IN_FLIGHT) return null
    return firstDue(journal, tools.now(), { target, except: taken() })
  }
  /** Attempts one delivery and waits for it briefly; returns true if the app is down. */
  const isOut = async (id: number): Promise<boolean> => {
    let isDown = false
    const done = tryDelivery(tools, { id, isProbe: outageMs > 0, isOver: () => isClosed })
      .then(({ isUnreachable, write }) => {
        isDown = isUnreachable
        outageMs = isUnreachable ? Math.min(Math.max(outageMs * 2, OUTAGE_MIN_MS), OUTAGE_MAX_MS) : 0
        unwritten.set(id, write)
        writeOutstanding(unwritten)
      })
      .catch(() => later(OUTAGE_MAX_MS))
      .finally(() => {
        underway.delete(id)
        if (!isLooking) void look()
      })
    underway.set(id, done)
    await Promise.race([done, pause(ORDER_MS)])
    return isDown
  }
  const plan = () => {
    if (isClosed) return
    if (outageMs > 0) return later(outageMs)
    // A delivery in flight polls again when it is done. At the maximum, nothing else starts before that.
    if (underway.size >= IN_FLIGHT) return
    const at = nextDueAt(journal, { target, except: taken() })
    if (at !== null) later(at - tools.now().getTime())
  }
  const later = (ms: number) => {
    if (isClosed) return
    clearTimeout(timer)
    timer = setTimeout(() => void look(), Math.min(Math.max(ms, 1), LONGEST_TIMER_MS))
  }
  void look()
  return {
    wake: () => {
      // While the app is down, the pause stays: otherwise each new delivery would probe the app again.
      if (outageMs === 0) void look()
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await Promise.allSettled(underway.values())
    },
  }
}

/** Raises SQLite's error for the first attempt that cannot be written; that one and the rest stay. */
function writeOutstanding(unwritten: Map<number, () => void>): void {
  for (const [id, write] of unwritten) {
    write()
    unwritten.delete(id)
  }
}

interface TryInput {
  readonly id: number
  /** True if the app was down at the last attempt: an outage is reported once. */
  readonly isProbe: boolean
  /** Returns true if the gateway is closing, because then it aborts the connection itself. */
  readonly isOver: () => boolean
}

interface TryResult {
  readonly isUnreachable: boolean
  /** Records the result in the journal. */
  readonly write: () => void
}

async function tryDelivery(tools: RetriesTools, { id, isProbe, isOver }: TryInput): Promise<TryResult> {
  const { journal, now } = tools
  const delivery = findDelivery(journal, id)
  // The delivery was dropped or accepted manually in the meantime.
  if (delivery?.state !== 'pending') return { isUnreachable: false, write: () => {} }
  const { result, spanId } = await forwardTraced(tools, delivery, isProbe)
  const settled = settle(tools, delivery, result)
  const {
    status,
    error,
    holder = null,
  } = result.ok ? { status: result.answer.status, error: null, holder: null } : { status: null, ...result }
  const isUnreachable = isAppAway(error)
  if ((isUnreachable && isProbe) || (error === 'app-disconnected' && isOver()))
    return { isUnreachable, write: () => {} }
  const attempt: Attempt = {
    deliveryId: id,
    at: now(),
    status,
    error,
    ms: result.ms,
    kind: delivery.tries === 0 ? 'forward' : 'retry',
    answer: result.ok ? answerText(result.answer) : null,
    spanId,
  }
  tools.onAttempt({ delivery, status, error, ms: result.ms, settled, holder })
  return { isUnreachable, write: () => appendAttempt(journal, attempt, settled) }
}

/** Returns the result with the span of the attempt; the span is null if the app gets no trace. */
async function forwardTraced(
  tools: RetriesTools,
  delivery: DeliveryRow,
  isProbe: boolean,
): Promise<{ readonly result: ForwardResult; readonly spanId: string | null }> {
  // Attempts during an outage are reported once, so most of them have no result that would follow.
  if (!isProbe) tools.onForward?.(delivery)
  const request = requestOf(tools, delivery)
  const open = tools.traces?.begin(delivery)
  if (open === undefined) return { result: await tools.forward(request), spanId: null }
  const { trace, end } = open
  return { result: await tools.forward({ ...request, trace }).finally(end), spanId: trace.spanId }
}

function settle(
  { retryDelaysMs, now }: RetriesTools,
  { tries, nextAttemptAt }: DeliveryRow,
  result: ForwardResult,
): Settled {
  if (result.ok && isSuccess(result.answer.status)) return { state: 'delivered' }
  if (!result.ok && isAppAway(result.error)) return { state: 'pending', nextAttemptAt: nextAttemptAt ?? now() }
  const delay = retryDelaysMs[tries]
  if (delay === undefined) return { state: 'dead_letter' }
  return { state: 'pending', nextAttemptAt: new Date(now().getTime() + delay) }
}

function requestOf({ key, now, webhookPath }: RetriesTools, delivery: DeliveryRow): Parameters<Forward>[0] {
  const at = now()
  const signer = key()
  const isFresh = Math.abs(at.getTime() - delivery.timestamp * 1000) <= FRESH_MS
  const { headers, body } =
    isFresh || signer === null ? requestAsIs(delivery) : resignedRequest(delivery, { key: signer, now: at })
  return {
    headers: {},
    body,
    target: webhookPath,
    rawHeaders: ['Host', '127.0.0.1', ...Object.entries(headers).flat()],
    receivedAt: at,
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref())
}
