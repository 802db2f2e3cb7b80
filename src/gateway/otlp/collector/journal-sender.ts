import type { EndpointFacts } from '../../../catalog/endpoint.ts'
import type { Journal } from '../../../journal/journal.ts'
import { letOthersRun } from '../../../journal/read-timeline.ts'
import { newestPlace } from '../../../journal/timeline.ts'
import { tracedAttempts, tracedCalls, tracedConflicts, type TracedDelivery } from '../../../journal/trace-news.ts'
import type { Forwarder } from './forwarder.ts'
import { attemptSpan, callSpan, deliverySpan } from './journal-spans.ts'
import { buildTraceRequest, type Attributes, type OtlpForm, type SentSpan } from './trace-request.ts'

export interface JournalSenderOptions {
  readonly journal: Journal
  readonly collector: Pick<Forwarder, 'add' | 'hasRoom'>
  /** Endpoints of the catalog, which describe the paths of calls. */
  readonly endpoints: readonly EndpointFacts[]
  /** Attributes of the resource of the spans: `service.name` and the like. */
  readonly resource: Attributes
  readonly form: OtlpForm
}

export interface JournalSender {
  /** Sends what is still new and stops reading the journal. */
  readonly close: () => Promise<void>
}

/** Interval between two reads of the journal. */
const LOOK_MS = 1000

/** Rows of each table in one request: about a millisecond of work, so that no delivery waits long for it. */
const MOST = 24

/** Maximum number of delivery numbers remembered as sent. */
const MOST_SENT = 10_000

/**
 * Sends deliveries, their attempts and the app's calls to a collector, from now on. Reads them from the journal, into which other processes
 * write too. So a delivery or a call does not depend on the collector, and while a collector is slow the rows wait in the journal (T39).
 */
export function createJournalSender({ journal, collector, ...about }: JournalSenderOptions): JournalSender {
  const sent = new Set<number>()
  let position = newestPosition(journal)
  let looking: Promise<void> | null = null
  const withDelivery = (delivery: TracedDelivery, spans: readonly SentSpan[]): readonly SentSpan[] => {
    if (sent.has(delivery.id)) return spans
    if (sent.size >= MOST_SENT) sent.clear()
    sent.add(delivery.id)
    return [deliverySpan(delivery), ...spans]
  }
  const spansUpTo = (next: JournalPosition): readonly SentSpan[] => {
    const range = (kind: keyof JournalPosition) => ({ low: position[kind] + 1, high: next[kind] })
    return [
      ...tracedConflicts(journal, range('delivery')).flatMap((one) => withDelivery(one, [])),
      ...tracedAttempts(journal, range('attempt')).flatMap((one) =>
        withDelivery(
          one.delivery,
          [attemptSpan(one)].filter((span) => span !== null),
        ),
      ),
      ...tracedCalls(journal, range('call')).map((one) => callSpan(one, about.endpoints)),
    ]
  }
  const look = async (): Promise<void> => {
    const newest = newestPosition(journal)
    while (isBehind(position, newest) && collector.hasRoom()) {
      const next = positionOf((kind) => Math.min(newest[kind], position[kind] + MOST))
      const spans = spansUpTo(next)
      position = next
      if (spans.length > 0) collector.add(buildTraceRequest(spans, about))
      await letOthersRun()
    }
  }
  const lookOnce = (): Promise<void> =>
    // If the journal cannot be read now, the next poll reads it.
    (looking ??= look()
      .catch(() => {})
      .finally(() => (looking = null)))
  const timer = setInterval(() => void lookOnce(), LOOK_MS).unref()
  return {
    close: async () => {
      clearInterval(timer)
      await looking
      await lookOnce()
    },
  }
}

type JournalPosition = Readonly<Record<'delivery' | 'attempt' | 'call', number>>

function positionOf(idOf: (kind: keyof JournalPosition) => number): JournalPosition {
  return { delivery: idOf('delivery'), attempt: idOf('attempt'), call: idOf('call') }
}

function newestPosition(journal: Journal): JournalPosition {
  const newest = newestPlace(journal)
  return positionOf((kind) => newest[kind])
}

function isBehind(position: JournalPosition, newest: JournalPosition): boolean {
  return position.delivery < newest.delivery || position.attempt < newest.attempt || position.call < newest.call
}
