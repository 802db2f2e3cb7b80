import { AppError } from '../../errors.ts'
import { isListening, waitForPort } from '../../machine/listening.ts'
import { localAddress } from '../../project/registration.ts'
import { redactSecrets } from '../../protocol/redact.ts'
import { aborted } from '../milestone.ts'
import type { Stage } from '../stage.ts'
import { startAppProcess, type AppProcess } from './app-process.ts'
import { portHolder } from './gateway.ts'

/** How long the app may take to listen on its port. */
const READY_MS = 60_000

/** Raises `gateway.port-taken` when something that is not ours listens on the app's port. */
export async function requireFreeAppPort({ options }: Stage): Promise<void> {
  const { port } = options.project.config.dev
  if (!(await isListening(port))) return
  const holder = portHolder(port)
  throw new AppError('gateway.port-taken', `Port ${port} of the app is held by ${holder ?? 'another process'}.`, {
    suggestions: ['Stop that process, or change dev.port in app.toml.'],
    details: { port, holder },
  })
}

export interface AppStart {
  readonly appEnv: Readonly<Record<string, string>>
  /** Values that must not be shown, wherever the app prints them. */
  readonly secrets: readonly string[]
}

/** Starts the app's own process and waits until it listens. Raises `dev.app-failed` with its last lines. */
export async function startApp(stage: Stage, { appEnv, secrets }: AppStart): Promise<AppProcess> {
  const { tools, options, emit, signal } = stage
  const { config, dir } = options.project
  const lastLines: string[] = []
  const app = await startAppProcess({
    command: config.dev.command,
    dir,
    env: tools.env,
    appEnv,
    nodePath: tools.nodePath,
    onLine: (stream, raw) => {
      const line = redactSecrets(raw, secrets)
      lastLines.push(line)
      if (lastLines.length > 5) lastLines.shift()
      emit({ event: 'app-output', stream, line })
    },
  })
  stage.atEnd(() => stage.inBackground(app.stop()))
  const url = localAddress(config)
  emit({ event: 'app-started', pid: app.pid, command: config.dev.command, url })
  try {
    await untilListening(stage, app, lastLines)
  } catch (error) {
    // The next try needs the port; at the end all are stopped anyway, beside the rest.
    if (!signal.aborted) await app.stop()
    throw error
  }
  return app
}

async function untilListening(
  { tools, options, signal }: Stage,
  app: AppProcess,
  lastLines: readonly string[],
): Promise<void> {
  const { port } = options.project.config.dev
  const wait = new AbortController()
  const isReady = await Promise.race([
    waitForPort({
      port,
      timeoutMs: READY_MS,
      signal: AbortSignal.any([signal, wait.signal]),
      sleep: tools.sleep,
    }),
    app.ended.then((how) => how),
  ]).finally(() => wait.abort(new Error('over')))
  if (typeof isReady === 'string') throw ended(isReady, lastLines)
  if (!isReady) throw notReady(port)
}

/** Pauses before an app that crashed is started again; an app that ran for a minute begins anew. */
const RESTART_MS = [1000, 2000, 5000, 10_000, 30_000]
const LONG_RUN_MS = 60_000

/**
 * Keeps the app running: each time it ends by itself the reason is told, and it is started again after a growing pause. Never resolves; rejects when
 * everything is to end.
 */
export async function keepRunning(stage: Stage, start: AppStart, first: AppProcess): Promise<never> {
  const { tools, emit, signal } = stage
  let crashes = 0
  let app: AppProcess | null = first
  for (;;) {
    const startedAt = tools.now().getTime()
    const how: string = app === null ? 'it did not start' : await Promise.race([app.ended, aborted(signal)])
    signal.throwIfAborted()
    if (tools.now().getTime() - startedAt > LONG_RUN_MS) crashes = 0
    const restartInMs = RESTART_MS[Math.min(crashes++, RESTART_MS.length - 1)] ?? 0
    emit({ event: 'app-ended', how, restartInMs })
    // What it started itself may still hold its port, and its watchdog has nobody to watch any more.
    await Promise.all([app?.stop(), tools.sleep(restartInMs, signal)])
    app = await startApp(stage, start).catch((error: unknown) => {
      signal.throwIfAborted()
      emit({ event: 'notice', text: error instanceof Error ? error.message : String(error) })
      return null
    })
  }
}

/** The error for an app that has ended by itself. */
export function ended(how: string, lastLines: readonly string[] = []): AppError {
  return new AppError('dev.app-failed', `The app has ended (${how}).`, {
    suggestions: [lastLines.length > 0 ? `Its last lines: ${lastLines.join(' / ')}` : 'Its output above says why.'],
  })
}

function notReady(port: number): AppError {
  return new AppError('dev.app-failed', `The app does not listen on 127.0.0.1:${port} after ${READY_MS / 1000} s.`, {
    suggestions: ['It is told its port as PORT; dev.port in app.toml must be the same.'],
  })
}
