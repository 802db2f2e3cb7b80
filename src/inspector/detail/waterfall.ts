import { API_PREFIX } from '../../catalog/endpoint.ts'
import { isSuccess } from '../../http/status.ts'
import { attemptsOfDelivery, type AttemptRow } from '../../journal/attempts.ts'
import { begunAt } from '../../journal/begun-at.ts'
import { callsOfDelivery, type CallRow } from '../../journal/calls/calls.ts'
import { linkWords } from '../../journal/calls/link-words.ts'
import type { DeliveryRow } from '../../journal/deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { logsOfTrace, spansOfTrace, type LogRow, type SpanRow } from '../../journal/telemetry/telemetry.ts'
import { readOrder } from '../event-order.ts'
import { partTree } from './part-tree.ts'

/** One step from the order to the response. */
export interface WaterfallStep {
  readonly kind: 'order' | 'event' | 'attempt' | 'span' | 'call' | 'log' | 'answer'
  readonly label: string
  /** Depth below its cause; 0 for the event. */
  readonly depth: number
  /** Start in ms from the first step; null if unknown. */
  readonly fromMs: number | null
  /** Duration in ms; null for a moment. */
  readonly ms: number | null
  readonly outcome: 'good' | 'bad' | 'none'
  /** Status, severity or the like, as one word. */
  readonly word: string | null
  /** Note next to it: the app's message, or the certainty of the link. */
  readonly note: string | null
  /** Number of a call, for the link to its page. */
  readonly callId: number | null
  /** Attributes of a span or a log record. */
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

export interface Waterfall {
  readonly steps: readonly WaterfallStep[]
  /** Time from the first step to the end of the last one, in ms. */
  readonly ms: number
  /** True if the list is truncated. */
  readonly isCut: boolean
}

const MOST = { calls: 100, spans: 300, logs: 100 } as const

/** Steps that are nested deeper are shown at this depth. */
const DEEPEST = 6

/** A step below an attempt, before its position in the tree is known. */
interface Part {
  readonly id: string | null
  readonly parent: string | null
  readonly attempt: AttemptRow | null
  readonly at: number
  readonly step: Omit<WaterfallStep, 'depth' | 'fromMs'>
}

interface Parts {
  readonly parts: readonly Part[]
  readonly isCut: boolean
}

/** Returns the steps of one delivery: order, event, attempts, the app's own spans and logs, its calls, and the responses. */
export function buildWaterfall(journal: Journal, delivery: DeliveryRow): Waterfall {
  const attempts = attemptsOfDelivery(journal, delivery.id).filter(({ error }) => error !== 'held-back')
  const { parts, isCut } = collectParts(journal, delivery, attempts)
  const begun = Math.min(delivery.receivedAt.getTime(), ...attempts.map(begunMs), ...parts.map(({ at }) => at))
  const placed = (at: number) => Math.max(0, Math.round((at - begun) * 10) / 10)
  const steps = [
    ...headSteps(delivery, placed),
    ...attempts.flatMap((attempt) => [
      { ...attemptStep(attempt), depth: 1, fromMs: placed(begunMs(attempt)) },
      ...partTree([...parts.filter((part) => part.attempt === attempt), ...answerParts(attempt)]).map(
        ({ part, depth }) => ({ ...part.step, depth: Math.min(depth + 2, DEEPEST), fromMs: placed(part.at) }),
      ),
    ]),
  ]
  const ends = steps.map(({ fromMs, ms }) => (fromMs ?? 0) + (ms ?? 0))
  return { steps, ms: Math.max(...ends, 1), isCut }
}

function begunMs(attempt: AttemptRow): number {
  return begunAt(attempt).getTime()
}

const plain = { ms: null, outcome: 'none', word: null, note: null, callId: null, attributes: [] } as const

function headSteps(delivery: DeliveryRow, placed: (at: number) => number): WaterfallStep[] {
  const order = readOrder(delivery.body)
  const signed = new Date(delivery.timestamp * 1000).toISOString()
  return [
    ...(order === null ? [] : [{ ...plain, kind: 'order', label: `Order ${order}`, depth: 0, fromMs: null } as const]),
    {
      ...plain,
      kind: 'event',
      label: delivery.topic,
      depth: 0,
      fromMs: placed(delivery.receivedAt.getTime()),
      note: `signed ${signed}`,
    },
  ]
}

function attemptStep({ kind, status, error, ms }: AttemptRow): Omit<WaterfallStep, 'depth' | 'fromMs'> {
  return {
    ...plain,
    kind: 'attempt',
    label: kind,
    ms,
    outcome: isSuccess(status) ? 'good' : 'bad',
    word: String(status ?? error),
  }
}

/** Returns the app's response. The app may continue its work after it. */
function answerParts(attempt: AttemptRow): Part[] {
  const { at, status, answer } = attempt
  if (status === null) return []
  const note = answer === null || answer === '' ? null : answer.slice(0, 120)
  const step = { ...plain, kind: 'answer', label: 'Response', word: String(status), note } as const
  return [{ id: null, parent: null, attempt, at: at.getTime(), step }]
}

/** Returns all parts of the trace, except those of another delivery of the same event. */
function collectParts(journal: Journal, delivery: DeliveryRow, attempts: readonly AttemptRow[]): Parts {
  const { traceId } = delivery
  if (traceId === null) return { parts: [], isCut: false }
  const calls = callsOfDelivery(journal, delivery, MOST.calls)
  const spans = spansOfTrace(journal, traceId, MOST.spans)
  const logs = logsOfTrace(journal, traceId, MOST.logs)
  const parents = new Map(spans.map(({ spanId, parentId }) => [spanId, parentId]))
  const isFirst = delivery.mark === 'first'
  const attemptOf = (span: string | null) =>
    attempts.find((attempt) => attempt.spanId === findRoot(parents, span)) ?? null
  const parts = [
    ...spans.map((span) => spanPart(span, attemptOf(span.parentId))),
    ...logs.map((log) => logPart(log, attemptOf(log.spanId))),
    ...calls.map((call) => callPart(call, attempts.find(({ id }) => id === call.attemptId) ?? null)),
  ].flatMap((part) => {
    // A part without an attempt belongs to the last attempt before it. Among copies of an event, it belongs to the first delivery.
    const attempt = part.attempt ?? (isFirst ? lastBefore(attempts, part.at) : null)
    return attempt === null ? [] : [{ ...part, attempt }]
  })
  const isCut = calls.length === MOST.calls || spans.length === MOST.spans || logs.length === MOST.logs
  return { parts, isCut }
}

function lastBefore(attempts: readonly AttemptRow[], at: number): AttemptRow | null {
  return attempts.findLast((attempt) => begunMs(attempt) <= at + SLACK_MS) ?? attempts[0] ?? null
}

/** Tolerance, because one side rounds times to whole milliseconds. */
const SLACK_MS = 2

/** Returns the topmost span that the app reported. The number of steps is limited, because spans may refer to each other in a circle. */
function findRoot(parents: ReadonlyMap<string, string | null>, span: string | null): string | null {
  let root = span
  for (let steps = 0; root !== null && parents.has(root) && steps <= MOST.spans; steps++)
    root = parents.get(root) ?? null
  return root
}

function callPart(call: CallRow, attempt: AttemptRow | null): Part {
  const { id, method, path, status, ms, linkedBy, parentId } = call
  const isGood = status !== null && status < 400
  return {
    id: null,
    parent: parentId,
    attempt,
    at: begunAt(call).getTime(),
    step: {
      ...plain,
      kind: 'call',
      label: `${method} ${path.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : path}`,
      ms,
      outcome: isGood ? 'good' : 'bad',
      word: String(status ?? 'no response'),
      note: linkedBy === null || linkedBy === 'attempt' ? null : linkWords[linkedBy],
      callId: id,
    },
  }
}

function spanPart(span: SpanRow, attempt: AttemptRow | null): Part {
  const { spanId, parentId, at, ms, name, status, message, isClockOff, attributes } = span
  const [failure] = span.events
    .flatMap((event) => parseEntries(event.attributes))
    .filter(([key]) => key === 'exception.message')
  return {
    id: spanId,
    parent: parentId,
    attempt,
    at: at.getTime(),
    step: {
      ...plain,
      kind: 'span',
      label: name === '' ? 'span' : name,
      ms,
      outcome: status === 'error' ? 'bad' : 'good',
      word: status === 'error' ? 'error' : null,
      note: isClockOff
        ? "shown at its arrival time, because the app's clock is wrong"
        : (message ?? failure?.[1] ?? null),
      attributes: parseEntries(attributes),
    },
  }
}

function logPart({ spanId, at, severity, body, attributes }: LogRow, attempt: AttemptRow | null): Part {
  const isBad = severity === 'error' || severity === 'fatal'
  return {
    id: null,
    parent: spanId,
    attempt,
    at: at.getTime(),
    step: {
      ...plain,
      kind: 'log',
      label: body,
      outcome: isBad ? 'bad' : 'none',
      word: severity,
      attributes: parseEntries(attributes),
    },
  }
}

/** The gateway wrote this text, always as an object. */
function parseEntries(json: string): (readonly [string, string])[] {
  const fields = JSON.parse(json) as Readonly<Record<string, unknown>>
  return Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
}
