import { AppError } from '../errors.ts'
import { isSuccess } from '../http/status.ts'
import { percentiles } from '../text/percentiles.ts'
import { ownReason } from './gateway-rejection.ts'
import { testEventId } from './test-event-id.ts'
import { sendEvent, type Answered, type TriggerInput, type TriggerTools } from './trigger.ts'

export interface Load {
  readonly count: number
  /** Events per second, or null for no limit. */
  readonly perSecond: number | null
  /** Maximum number of events in flight. */
  readonly concurrency: number
}

export interface LoadTools extends TriggerTools {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Called after each event with the counts so far and the slowest response time. */
  readonly onProgress: (soFar: Tally, slowestMs: number) => void
}

export interface LoadAnswer {
  readonly count: number
  /** Events with a 2xx response. */
  readonly accepted: number
  /** Events with any other response. */
  readonly rejected: number
  /** Events that were sent but got no response from the app. */
  readonly lost: number
  /** Events that were not sent because the connection failed. */
  readonly unsent: number
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Median response time in ms over kept-alive connections, or null without responses. */
  readonly p50: number | null
  readonly p99: number | null
  readonly tookMs: number
  /** Actual rate in events per second. */
  readonly perSecond: number
}

/**
 * Sends many events, each with its own id and signature, and counts the responses. Raises the error of the first
 * event, so that a missing receiver is reported immediately, and `cli.interrupted`, which reports the progress.
 */
export async function sendMany(tools: LoadTools, input: TriggerInput, load: Load): Promise<LoadAnswer> {
  const { now, sleep, interrupted } = tools
  const tally = { accepted: 0, rejected: 0, lost: 0, unsent: 0 }
  const statuses: Record<string, number> = {}
  const ms: number[] = []
  let slowestMs = 0
  const began = now().getTime()
  let next = 0
  let tried = 0

  const note = ({ response: { status }, ms: took }: Answered) => {
    statuses[status] = (statuses[status] ?? 0) + 1
    ms.push(took)
    slowestMs = Math.max(slowestMs, took)
  }
  const one = async (isFirst: boolean) => {
    tried++
    try {
      // Each event gets a new id. A body file may contain one, and then all would be the same event.
      const answered = await sendEvent(tools, { ...input, eventId: testEventId(tools.randomBytes), keepAlive: true })
      const end = endOf(answered, input)
      tally[end]++
      if (end !== 'lost') note(answered)
    } catch (error) {
      if (isFirst || !(error instanceof AppError) || error.code === 'cli.interrupted') throw error
      tally[error.details['sent'] === false ? 'unsent' : 'lost']++
    }
    tools.onProgress(tally, slowestMs)
  }
  const worker = async () => {
    while (next < load.count) {
      const n = next++
      if (load.perSecond !== null)
        await sleep(Math.max(0, began + (n * 1000) / load.perSecond - now().getTime()), interrupted)
      await one(false)
    }
  }

  try {
    next = 1
    await one(true)
    await Promise.all(Array.from({ length: load.concurrency }, worker))
  } catch (error) {
    throw interrupted?.aborted === true ? stopped(tally, { tried, count: load.count, error }) : error
  }
  const tookMs = now().getTime() - began
  const { p50, p99 } = percentiles(ms)
  const perSecond = Math.round((load.count * 10_000) / Math.max(1, tookMs)) / 10
  return { count: load.count, ...tally, statuses, p50, p99, tookMs, perSecond }
}

type Tally = Pick<LoadAnswer, 'accepted' | 'rejected' | 'lost' | 'unsent'>

function stopped(
  { accepted, rejected, unsent }: Tally,
  { tried, count, error }: { readonly tried: number; readonly count: number; readonly error: unknown },
): AppError {
  const sent = tried - unsent
  const answers = `${accepted} accepted, ${rejected} rejected, ${sent - accepted - rejected} without a response`
  return new AppError('cli.interrupted', `Stopped after ${sent} of ${count} events: ${answers}.`, { cause: error })
}

/** The gateway responds instead of an app that gave no response. */
function endOf({ response }: Answered, { isGateway }: TriggerInput): 'accepted' | 'rejected' | 'lost' {
  if (isGateway === true && ownReason(response)?.startsWith('app-') === true) return 'lost'
  return isSuccess(response.status) ? 'accepted' : 'rejected'
}
