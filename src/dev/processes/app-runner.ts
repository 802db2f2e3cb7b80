import { AppError, hasCode } from '../../errors.ts'
import { isListening } from '../../http/listening.ts'
import type { DevContext } from '../context.ts'
import { aborted, createMilestone } from '../milestone.ts'
import { otherHolder } from '../ports/look-at-port.ts'
import type { AppProcess } from './app-process.ts'
import { startApp, type AppStart } from './app.ts'

/** Keeps the app's process running. */
export interface AppRunner {
  /** Resolves when the app first listens. */
  readonly ready: Promise<void>
  /** Never resolves. Rejects when the session must end, or if the app does not run and cannot wait for a change. */
  readonly over: Promise<never>
  /** Restarts the app, even while it starts or waits after a failure. Simultaneous requests count as one. */
  readonly restart: () => void
  readonly isUp: () => boolean
}

export interface RunnerOptions {
  /** Called at each start, because the environment follows app.toml. */
  readonly start: () => AppStart
  /** Gives the app another port. Undefined if its port is fixed. */
  readonly moveApp: (() => Promise<void>) | undefined
  /** Returns whether to wait for a source change or a key after a failed start. Otherwise the session ends. */
  readonly isPatient: () => boolean
  /** Called each time the app listens. */
  readonly onUp: () => void
}

/** Delays before a crashed app restarts. After a minute of running, an app starts with the first one again. */
const RESTART_MS = [1000, 2000, 5000, 10_000, 30_000]
const LONG_RUN_MS = 60_000

/** Interval of the checks whether another program still uses the app's port. */
const PORT_CHECK_MS = 500

/**
 * Runs the app. After each unexpected exit, reports the reason and restarts it after an increasing
 * delay. An app that never ran waits for `restart`. No process of the app remains at the end.
 */
export function runApp(dev: DevContext, options: RunnerOptions): AppRunner {
  const ready = createMilestone()
  const state: State = { app: null, restart: new AbortController(), crashes: 0, isUp: false, canMove: true }
  const onUp = () => {
    ready.reach()
    options.onUp()
  }
  const over = keepRunning(dev, { ...options, state, onUp }).finally(() => state.app?.stop())
  over.catch(() => {})
  // Cleanup: the loop ends with the signal and stops its process.
  dev.atEnd(() => dev.inBackground(over.catch(() => {})))
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
  /** Aborted to request another start. */
  restart: AbortController
  /** Consecutive crashes. */
  crashes: number
  isUp: boolean
  /** Whether the app may still get another port: until it first listens or has moved once. */
  canMove: boolean
}

interface Running extends RunnerOptions {
  readonly state: State
}

async function keepRunning(dev: DevContext, running: Running): Promise<never> {
  const { tools, options, emit, signal } = dev
  const { state, start, onUp } = running
  for (;;) {
    // The start that follows covers every request so far.
    state.restart = new AbortController()
    const either = AbortSignal.any([signal, state.restart.signal])
    const app = await startApp(dev, start(), either).catch(async (error: unknown) => {
      signal.throwIfAborted()
      if (!either.aborted && !(await moved(dev, running, error))) await waitAfter(dev, { running, error, either })
      return null
    })
    if (app === null) continue
    state.app = app
    state.isUp = true
    state.canMove = false
    onUp()
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
    // Its child processes may still use its port, and its watchdog is no longer needed.
    await Promise.all([app.stop(), tools.sleep(restartInMs, either).catch(() => {})])
    signal.throwIfAborted()
  }
}

/** Moves the app if another program took its port after the choice, such as while the app booted. Returns whether to start it again. */
async function moved({ options }: DevContext, { state, moveApp }: Running, error: unknown): Promise<boolean> {
  if (!state.canMove || moveApp === undefined || !hasCode(error, 'dev.app-failed', 'gateway.port-taken')) return false
  if (!(await isListening(options.project.config.dev.port))) return false
  state.canMove = false
  await moveApp()
  return true
}

interface Failed {
  readonly running: Running
  readonly error: unknown
  readonly either: AbortSignal
}

/**
 * Waits after a failed start: for a user's request, for a free port, or for a delay if the app ran
 * before. Raises the failure if waiting cannot help.
 */
async function waitAfter(dev: DevContext, { running: { state, isPatient }, error, either }: Failed): Promise<void> {
  const { tools, options, emit, signal } = dev
  // A change of the sources, of app.toml or of the machine can fix these.
  if (!isPatient() || !hasCode(error, 'dev.app-failed', 'gateway.port-taken')) throw error
  const { message, details, suggestions } = error
  const facts = details as Partial<FailureDetails>
  const { how = message, place: location = null, reason = suggestions[0] ?? null, advice = null } = facts
  const holder = await otherHolder(options.project.config.dev.port, null)
  const restartInMs = holder === null && state.crashes > 0 ? nextPause(state) : null
  emit({ event: 'app-failed', reason: how, message: reason, location, advice, holder, restartInMs })
  const pause = () => (restartInMs === null ? aborted(either) : tools.sleep(restartInMs, either))
  await (holder === null ? pause() : untilFree(dev, either)).catch(() => {})
  signal.throwIfAborted()
}

/** Rejects with the reason of `given`. */
async function untilFree({ tools, options }: DevContext, given: AbortSignal): Promise<void> {
  while (await isListening(options.project.config.dev.port)) await tools.sleep(PORT_CHECK_MS, given)
}

/** Details of an app that did not start, from `startApp`. */
interface FailureDetails {
  readonly how: string
  readonly place: string | null
  readonly reason: string | null
  readonly advice: string | null
}

function nextPause(state: State): number {
  return RESTART_MS[Math.min(state.crashes++, RESTART_MS.length - 1)] ?? 0
}

/** Creates the error for an app that exited unexpectedly. */
function ended(how: string): AppError {
  return new AppError('dev.app-failed', `The app exited (${how}).`, {
    suggestions: ["Check the app's output above."],
  })
}
