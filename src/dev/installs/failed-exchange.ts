import { limits } from '../../catalog/limits.ts'
import { tokenExchange } from '../../catalog/oauth.ts'
import { retryAfterMs } from '../../client/retry.ts'
import type { Context } from '../../context.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { WireResponse } from '../../http/wire.ts'
import { LOST_ADVICE, WAIT_FIRST } from '../../install/exchange.ts'
import { until } from '../../processes/until.ts'
import { defined } from '../../text/defined.ts'
import type { LogEntry } from '../background/log-entry.ts'
import { readSessionLog } from '../background/session-log.ts'

type LoggedCall = Extract<LogEntry, { readonly event: 'call' }>

/** Returns a function that reads the log of `app dev` from now on and returns the error of the app's code exchange, or null. */
export function watchExchange({ paths }: Pick<Context, 'paths'>, dir: string): () => AppError | null {
  const read = readSessionLog({ paths, dir })
  // Earlier exchanges belong to other installs.
  read()
  return () => {
    const failed = read().find(isFailedExchange)
    return failed === undefined ? null : failureOf(failed)
  }
}

interface FailedCallback extends Pick<Context, 'now' | 'sleep'> {
  readonly failedExchange: () => AppError | null
}

/** Maximum delay between the app's failed callback and the log entry of its exchange. */
const LOG_MS = 1000

const LOG_POLL_MS = 50

/** Returns the error of the exchange behind an app's callback with an error status, or null if none is known. An app may use one status for all of them. */
export async function callbackFailure(
  { now, sleep, failedExchange }: FailedCallback,
  response: WireResponse,
): Promise<AppError | null> {
  const isLimited = response.status === 429
  const failure = isLimited ? null : await until({ sleep, everyMs: LOG_POLL_MS, limitMs: LOG_MS }, failedExchange)
  return isLimited || hasCode(failure, 'api.rate-limited')
    ? exchangesExhausted({ command: 'app install --approve', waitMs: retryAfterMs(response, now()) })
    : failure
}

function isFailedExchange(entry: LogEntry): entry is LoggedCall {
  if (entry.event !== 'call' || entry.method !== tokenExchange.method || entry.path !== tokenExchange.path) return false
  return entry.note !== 'token-exchange'
}

function failureOf({ status, note, hint }: LoggedCall): AppError {
  const details = { status }
  if (status === 429) return exchangesExhausted({ command: 'app install', waitMs: null })
  if (status === null || status === 200 || status >= 500) {
    const why =
      status === 200
        ? 'it was truncated'
        : `the platform or a proxy ${status === null ? 'did not respond' : `returned ${status}`}`
    return new AppError('install.response-lost', `The response to the app's code exchange was lost: ${why}.`, {
      suggestions: [WAIT_FIRST, LOST_ADVICE],
      details,
    })
  }
  const isOwn = note === 'exchange-rejected'
  const who = isOwn ? '`app dev`' : 'The platform'
  return new AppError('install.exchange-rejected', `${who} rejected the app's code exchange (${status}).`, {
    suggestions: [adviceFor(status, { isOwn, hint }), 'Show the app and platform events: app dev logs'],
    details,
  })
}

/** Creates the error for too many exchanges. The message has the wait, because notices show no suggestions. */
export function exchangesExhausted({
  command,
  waitMs,
}: {
  readonly command: string
  readonly waitMs: number | null
}): AppError {
  const seconds = waitMs ? Math.ceil(waitMs / 1000) : null
  const [forHow, wait] = seconds === null ? ['up to a minute', 'a minute'] : [`${seconds} s`, `${seconds} s`]
  const message = `The app was not installed: the limit of ${limits.exchangesPerMinutePerAddress} code exchanges a minute is exhausted for ${forHow} (429).`
  return new AppError('api.rate-limited', message, {
    suggestions: [`Run \`${command}\` again in ${wait}.`],
    details: { status: 429, ...defined({ retryAfterSeconds: seconds ?? undefined }) },
  })
}

interface Rejection {
  /** Whether `app dev` rejected it, so that the platform did not receive it. */
  readonly isOwn: boolean
  readonly hint?: string | null | undefined
}

function adviceFor(status: number, { isOwn, hint }: Rejection): string {
  if (hint) return `Possible causes: ${hint}.`
  if (isOwn) return "The request must be JSON with the app's clientId from SVCAPP_CLIENT_ID."
  if (status === 400) return 'The request must be JSON with the members clientId, clientSecret and code.'
  return 'Check the client id, the client secret and the code that the app sends.'
}
