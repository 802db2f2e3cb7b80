import { transaction } from '../storage/database.ts'
import { defined } from '../text/defined.ts'
import { appendAttempt, type Attempt } from './attempts.ts'
import type { CallContent } from './calls/call-content.ts'
import { appendCall, type Call } from './calls/calls.ts'
import { appendDelivery, noteDelivery, type JournaledDelivery, type NewDelivery } from './deliveries.ts'
import type { Settled } from './delivery-state.ts'
import type { Journal } from './journal.ts'
import { countRejections, type Rejected } from './rejections.ts'
import { appendLogs, appendSpans, type NewLog, type NewSpan } from './telemetry/telemetry.ts'

/**
 * The only writer of a journal. It commits all rows that arrive during one turn of the event loop together, so that
 * many deliveries share one disk sync. That delays nothing, because a single row is committed as a batch of one.
 */
export interface JournalWriter {
  /** Resolves when the delivery is on disk. Rejects with the error of SQLite if it could not be written. */
  readonly delivery: (delivery: NewDelivery) => Promise<JournaledDelivery>
  /** Writes an attempt soon. Resolves when it is written or, on failure, lost; callers need not wait for it. */
  readonly attempt: (attempt: Attempt, settled?: Settled) => Promise<void>
  /** Writes a note soon; lost on failure. */
  readonly note: (deliveryId: number, note: string) => void
  /** Writes a call soon; lost on failure. The result of `content` is written in the same transaction. */
  readonly call: (call: Call, content?: () => CallContent | null) => void
  /** Writes telemetry soon; lost on failure. */
  readonly telemetry: (rows: { readonly spans: readonly NewSpan[]; readonly logs: readonly NewLog[] }) => void
  /** Counts a request to the webhook path that is not a delivery, within a second. A flood of them costs one write per second. */
  readonly refusal: (refusal: Omit<Rejected, 'count'>) => void
  /** Writes all pending rows. */
  readonly flush: () => void
}

/** After a write, how long further rejections are counted in memory, which limits the cost of a flood. */
const REFUSALS_MS = 1000

interface Entry {
  readonly write: () => void
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

export function createJournalWriter(journal: Journal): JournalWriter {
  let waiting: Entry[] = []
  const refused = new Map<string, Rejected>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    const batch = waiting
    waiting = []
    if (batch.length > 0) writeBatch(journal, batch)
  }
  const countAll = () => {
    clearTimeout(timer)
    timer = refused.size === 0 ? undefined : setTimeout(countAll, REFUSALS_MS).unref()
    for (const refusal of refused.values()) soon(() => countRejections(journal, refusal))
    refused.clear()
  }
  const add = (entry: Entry) => {
    // Written in the same turn, after all work that is ready in the event loop.
    if (waiting.length === 0) setImmediate(flush)
    waiting.push(entry)
  }
  const soon = (write: () => void) => add({ write, done: ignore, failed: ignore })
  return {
    delivery: (delivery) => {
      const { promise, resolve, reject } = Promise.withResolvers<JournaledDelivery>()
      let row: JournaledDelivery | undefined
      add({
        write: () => (row = appendDelivery(journal, delivery)),
        done: () => row && resolve(row),
        failed: reject,
      })
      return promise
    },
    attempt: (attempt, settled) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      add({ write: () => appendAttempt(journal, attempt, settled), done: resolve, failed: () => resolve() })
      return promise
    },
    note: (deliveryId, note) => soon(() => noteDelivery(journal, deliveryId, note)),
    call: (call, content) => soon(() => appendCall(journal, call, content?.() ?? null)),
    telemetry: ({ spans, logs }) => {
      if (spans.length > 0) soon(() => appendSpans(journal, spans))
      if (logs.length > 0) soon(() => appendLogs(journal, logs))
    },
    refusal: ({ reason, at, target }) => {
      refused.set(reason, { reason, at, ...defined({ target }), count: (refused.get(reason)?.count ?? 0) + 1 })
      // The first one is written immediately, so that a reader right after the response finds it.
      if (timer === undefined) countAll()
    },
    flush: () => {
      countAll()
      flush()
    },
  }
}

function writeBatch(journal: Journal, batch: readonly Entry[]): void {
  try {
    transaction(journal.db, () => {
      for (const entry of batch) entry.write()
    })
  } catch {
    // A row that cannot be written must not fail the others.
    for (const entry of batch) writeAlone(entry)
    return
  }
  for (const entry of batch) entry.done()
}

function writeAlone({ write, done, failed }: Entry): void {
  try {
    write()
  } catch (error) {
    failed(error)
    return
  }
  done()
}

function ignore(): void {}
