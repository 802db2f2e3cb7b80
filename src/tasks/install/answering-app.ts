import type { Context } from '../../context.ts'
import type { LogEntry } from '../../dev/background/log-entry.ts'
import { readSessionLog } from '../../dev/background/session-log.ts'
import type { SessionFacts } from '../../dev/lock.ts'
import { explainFailure } from '../../dev/processes/start-failure.ts'
import { AppError, hasCode } from '../../errors.ts'
import { isListening } from '../../http/listening.ts'
import { until } from '../../processes/until.ts'
import { foreignText } from '../../text/foreign-text.ts'

/** A project's app that `app dev` runs. */
export interface RunApp {
  /** Project folder. */
  readonly dir: string
  /** Any of the app's URLs. */
  readonly url: URL
}

/** Maximum time of a restart. */
const RESTART_MS = 10_000

/**
 * Does work that needs a responding app. Waits while `app dev` restarts the app, and repeats the work if the app went down meanwhile, as it
 * does after `app register`. Raises `net.unreachable` with the app's last error if it stays down, and the errors of `act`.
 */
export async function whileAppAnswers<T>(context: Context, app: RunApp, act: () => Promise<T>): Promise<T> {
  await untilUp(context, app)
  try {
    return await act()
  } catch (error) {
    if (!hasCode(error, 'net.unreachable')) throw error
  }
  await untilUp(context, app)
  return act()
}

async function untilUp(context: Context, app: RunApp): Promise<void> {
  const { paths, sleep, interrupted: signal, terminal } = context
  const port = Number(app.url.port)
  if (await isListening(port)) return
  const read = readSessionLog({ paths, dir: app.dir })
  const before = read()
  if (!staysDown(before)) {
    terminal.note('The app does not respond. Waiting for `app dev` to restart it.')
    const isUp = await until(
      { sleep, everyMs: 50, limitMs: RESTART_MS, signal },
      async () => (await isListening(port)) || null,
    )
    if (isUp) return
  }
  throw appDown(app, [...before, ...read()])
}

/** Returns whether `app dev` waits for a change of the app's files before it restarts the app. */
function staysDown(entries: readonly LogEntry[]): boolean {
  const last = entries.findLast(({ event, source }) => source === 'app' && event !== 'app-output')
  return last?.event === 'app-failed' && last.restartInMs === null
}

function appDown({ url, dir }: RunApp, entries: readonly LogEntry[]): AppError {
  const said = lastWord(entries, dir)
  const words = said === '' ? '' : ` Its last error: ${foreignText(said).replace(/\.$/, '')}.`
  return new AppError('net.unreachable', `The app does not respond at ${url.host}: no process listens there.${words}`, {
    suggestions: ['app dev logs --source app', 'Fix the app. `app dev` restarts it after a change.'],
    details: { sent: false, reason: 'ECONNREFUSED' },
  })
}

/** Returns why the newest process of a project's app failed, from the log of its `app dev`. */
export function downReason(place: SessionFacts): string | undefined {
  const entries = readSessionLog(place)()
  const last = entries.findLast(({ event }) => /^app-(started|exited|failed)$/.test(event))
  return last && 'reason' in last ? lastWord(entries, place.dir) || last.reason : undefined
}

/** Returns `src/server.ts:5  SyntaxError: …`, or an empty text without an error. */
function lastWord(entries: readonly LogEntry[], dir: string): string {
  const failure = entries.findLast((one) => one.event === 'app-failed')
  const started = entries.findLastIndex(({ event }) => event === 'app-started')
  const since = entries.slice(started + 1)
  const lines = since.flatMap((one) => (one.event === 'app-output' ? [one.line] : []))
  // A listening app has no start error, whatever its last line is.
  if (since.some(({ event }) => event === 'app-listening')) return ''
  const { location, message } =
    failure !== undefined && since.includes(failure) ? failure : explainFailure({ command: [], dir, lines })
  return [location, message].filter((part) => part !== null).join('  ')
}
