import { AppError, hasCode } from '../../errors.ts'
import { isListening } from '../../http/listening.ts'
import { aborted, createMilestone } from '../milestone.ts'
import { otherHolder } from '../ports/look-at-port.ts'
import type { Stage } from '../stage.ts'
import type { AppProcess } from './app-process.ts'
import { startApp, type AppStart } from './app.ts'

/** The app's own process, kept running. */
export interface AppRunner {
  /** Resolves when it listens for the first time. */
  readonly ready: Promise<void>
  /** Never resolves; rejects when everything is to end, or when the app does not run and nobody waits for a change. */
  readonly over: Promise<never>
  /** Ends it and restarts it, even when it is just starting or waits after a failure. Several requests at once count as one. */
  readonly restart: () => void
  readonly isUp: () => boolean
}

export interface RunnerOptions {
  /** Asked at each start: the environment follows app.toml. */
  readonly start: () => AppStart
  /** Whether a start that failed is waited over: for a change of the sources, or for a key. Otherwise it is the end. */
  readonly isPatient: () => boolean
}

/** Pauses before an app that crashed is started again; an app that ran for a minute begins again. */
const RESTART_MS = [1000, 2000, 5000, 10_000, 30_000]
const LONG_RUN_MS = 60_000

/** Between two checks whether another program still has the app's port. */
const PORT_CHECK_MS = 500

/**
 * Starts the app and keeps it running: each time it ends by itself it reports the reason and starts it again after a growing pause. One that never ran waits for
 * `restart`. At the end nothing of it is left.
 */
export function runApp(stage: Stage, options: RunnerOptions): AppRunner {
  const ready = createMilestone()
  const state: State = { app: null, restart: new AbortController(), crashes: 0, isUp: false }
  const over = keepRunning(stage, { ...options, state, onReady: ready.reach }).finally(() => state.app?.stop())
  over.catch(() => {})
  // Work of the end: the loop ends with the signal, and takes its process with it.
  stage.atEnd(() => stage.inBackground(over.catch(() => {})))
  return {
    ready: ready.reached,
    over,
    isUp: () => state.isUp,
    restart: () => {
      state.crashes = 0
      state.restart.abort(new Error('restart'))
    },
  }
}

interface State {
  app: AppProcess | null
  /** Aborted to ask for another start. */
  restart: AbortController
  /** In a row. */
  crashes: number
  isUp: boolean
}

interface Running extends RunnerOptions {
  readonly state: State
  readonly onReady: () => void
}

async function keepRunning(stage: Stage, running: Running): Promise<never> {
  const { tools, options, emit, signal } = stage
  const { state, start, onReady } = running
  for (;;) {
    // Every request until now is answered by the start that follows.
    state.restart = new AbortController()
    const either = AbortSignal.any([signal, state.restart.signal])
    const app = await startApp(stage, start(), either).catch(async (error: unknown) => {
      signal.throwIfAborted()
      if (!either.aborted) await waitAfter(stage, { running, error, either })
      return null
    })
    if (app === null) continue
    state.app = app
    state.isUp = true
    onReady()
    const startedAt = tools.now().getTime()
    const how = await Promise.race([app.ended, aborted(either).catch(() => null)])
    state.isUp = false
    signal.throwIfAborted()
    if (how === null) {
      await app.stop()
      continue
    }
    if (options.once) throw ended(how)
    if (tools.now().getTime() - startedAt > LONG_RUN_MS) state.crashes = 0
    const restartInMs = nextPause(state)
    emit({ event: 'app-exited', reason: how, restartInMs })
    // What it started itself may still hold its port, and its watchdog has nobody to watch any more.
    await Promise.all([app.stop(), tools.sleep(restartInMs, either).catch(() => {})])
    signal.throwIfAborted()
  }
}

interface Failed {
  readonly running: Running
  readonly error: unknown
  readonly either: AbortSignal
}

/**
 * After a start that failed: waits until a person asks, until another program releases the app's port, or for a while where the app ran before. Raises the failure where
 * nobody waits.
 */
async function waitAfter(stage: Stage, { running: { state, isPatient }, error, either }: Failed): Promise<void> {
  const { tools, options, emit, signal } = stage
  // What a change of the sources, of app.toml or of the machine can mend.
  if (!isPatient() || !hasCode(error, 'dev.app-failed', 'gateway.port-taken')) throw error
  const { message, details, suggestions } = error
  const facts = details as Partial<FailureDetails>
  const { how = message, place: location = null, reason = suggestions[0] ?? null, advice = null } = facts
  const holder = await otherHolder(options.project.config.dev.port, null)
  const restartInMs = holder === null && state.crashes > 0 ? nextPause(state) : null
  emit({ event: 'app-failed', reason: how, message: reason, location, advice, holder, restartInMs })
  const pause = () => (restartInMs === null ? aborted(either) : tools.sleep(restartInMs, either))
  await (holder === null ? pause() : untilFree(stage, either)).catch(() => {})
  signal.throwIfAborted()
}

/** Rejects with the reason of `given`. */
async function untilFree({ tools, options }: Stage, given: AbortSignal): Promise<void> {
  while (await isListening(options.project.config.dev.port)) await tools.sleep(PORT_CHECK_MS, given)
}

/** What `startApp` tells of an app that did not start. */
interface FailureDetails {
  readonly how: string
  readonly place: string | null
  readonly reason: string | null
  readonly advice: string | null
}

function nextPause(state: State): number {
  return RESTART_MS[Math.min(state.crashes++, RESTART_MS.length - 1)] ?? 0
}

/** The error for an app that has ended by itself. */
function ended(how: string): AppError {
  return new AppError('dev.app-failed', `The app exited (${how}).`, {
    suggestions: ["Check the app's output above."],
  })
}
