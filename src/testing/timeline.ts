import type { RequestRow } from '../control/contract.ts'
import type { DeliveryAttempt, Notice } from '../emulator/context/notice.ts'
import { AppError } from '../errors.ts'
import { redactSecrets } from '../protocol/redact.ts'
import { escapeCell } from '../text/escape.ts'

/** A delivery and its attempts so far. */
export interface SeenDelivery {
  readonly topic: string
  readonly eventId: string
  readonly storeId: number
  readonly regionId: number | null
  /** Parsed body. */
  readonly body: {
    readonly eventId: string
    readonly storeId: number
    readonly regionId: number | null
    readonly data: Readonly<Record<string, unknown>>
  }
  /**
   * Attempts in order. `status` is null without a response, `error` is null if the app accepted the
   * delivery.
   */
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[]
  /** True if the last attempt got a 2xx response. */
  readonly isAccepted: boolean
}

/** A call from the app to the platform and its result. */
export type SeenCall = Pick<RequestRow, 'method' | 'path' | 'status' | 'cause' | 'storeId' | 'regionId'>

type Source = 'test' | 'event' | 'call' | 'app' | 'note'

/** Everything that happened since the last reset. */
export interface Timeline {
  readonly notice: (notice: Notice) => void
  /** Adds a step of the test, as text. */
  readonly step: (words: string) => void
  readonly appLine: (line: string) => void
  readonly deliveries: () => readonly SeenDelivery[]
  readonly calls: () => readonly SeenCall[]
  /** Calls `look` after each event. Returns a function that stops it. */
  readonly watch: (look: () => void) => () => void
  readonly text: () => string
  readonly clear: () => void
  /** Closes the timeline. */
  readonly close: () => void
  /** Aborted by `close`. */
  readonly closed: AbortSignal
}

const MOST_LINES = 300
const LONGEST_LINE = 200

export function createTimeline(clock = () => performance.now()): Timeline {
  const watchers = new Set<() => void>()
  const closing = new AbortController()
  const lines: string[] = []
  const deliveries = new Map<number, SeenDelivery>()
  const calls: SeenCall[] = []
  let startedAt = clock()
  let forgotten = 0
  const add = (source: Source, words: string) => {
    const ms = String(Math.round(clock() - startedAt)).padStart(6)
    const text = escapeCell(redactSecrets(words))
    lines.push(
      `${ms} ms  ${source.padEnd(5)}  ${text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text}`,
    )
    if (lines.length > MOST_LINES) {
      lines.shift()
      forgotten += 1
    }
  }
  const takeAttempt = (attempt: DeliveryAttempt) => {
    const known = deliveries.get(attempt.deliveryId)
    const delivery = withAttempt(known, attempt)
    deliveries.set(attempt.deliveryId, delivery)
    const outcome = attempt.error === null ? `accepted (${attempt.status})` : attempt.error
    add('event', `${attempt.topic} ${delivery.eventId}, attempt ${attempt.attempt}: ${outcome}`)
  }
  return {
    notice: (notice) => {
      if (notice.kind === 'attempt') takeAttempt(notice.attempt)
      else if (notice.kind === 'log') add('note', notice.entry.message)
      else {
        const { method, path, status, cause } = notice.row
        calls.push(notice.row)
        add('call', `${method} ${path} -> ${status}${cause === null ? '' : ` (${cause})`}`)
      }
      for (const look of watchers) look()
    },
    step: (words) => add('test', words),
    appLine: (line) => add('app', line),
    deliveries: () => [...deliveries.values()],
    calls: () => calls,
    watch: (look) => {
      watchers.add(look)
      return () => void watchers.delete(look)
    },
    text: () => {
      const first = forgotten === 0 ? [] : [`(${forgotten} earlier ${forgotten === 1 ? 'line' : 'lines'} omitted)`]
      const shown = lines.length === 0 ? ['(no activity)'] : lines
      return ['Platform timeline since the last reset:', ...first, ...shown].join('\n')
    },
    clear: () => {
      lines.splice(0)
      calls.splice(0)
      deliveries.clear()
      forgotten = 0
      startedAt = clock()
    },
    close: () => closing.abort(),
    closed: closing.signal,
  }
}

/** Raises `testing.closed` if the platform is closed. */
export function rejectClosed({ closed }: Pick<Timeline, 'closed'>): void {
  if (closed.aborted) throw platformClosed()
}

/** Creates the error for a platform that is used after `close`. */
export function platformClosed(what = 'A test used it afterwards.'): AppError {
  return new AppError('testing.closed', `The platform was closed. ${what}`, {
    suggestions: ['Await every operation of a test. Use one platform per file, and call close() after all tests.'],
  })
}

function withAttempt(known: SeenDelivery | undefined, attempt: DeliveryAttempt): SeenDelivery {
  const { topic, storeId, regionId, status, error } = attempt
  // The emulator has written it (events.ts).
  const body = known?.body ?? (JSON.parse(Buffer.from(attempt.body).toString('utf8')) as SeenDelivery['body'])
  const attempts = [...(known?.attempts ?? []), { status, error }]
  return { topic, eventId: body.eventId, storeId, regionId, body, attempts, isAccepted: error === null }
}
