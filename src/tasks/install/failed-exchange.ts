import { tokenExchange } from '../../catalog/oauth.ts'
import type { Context } from '../../context.ts'
import type { LogEntry } from '../../dev/background/log-entry.ts'
import { readSessionLog } from '../../dev/background/session-log.ts'
import { AppError } from '../../errors.ts'
import { LOST_ADVICE, WAIT_FIRST } from '../../install/exchange.ts'

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

function isFailedExchange(entry: LogEntry): entry is LoggedCall {
  if (entry.event !== 'call' || entry.method !== tokenExchange.method || entry.path !== tokenExchange.path) return false
  return entry.note !== 'token-exchange'
}

function failureOf({ status, note, hint }: LoggedCall): AppError {
  const details = { status }
  if (status === 429) {
    return new AppError('api.rate-limited', "The platform rejected the app's code exchange (429): too many requests.", {
      suggestions: ['Run `app install` again in a minute. The limit is 30 exchanges a minute.'],
      details,
    })
  }
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
