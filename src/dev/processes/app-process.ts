import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

import { AppError } from '../../errors.ts'
import { readLines } from '../../processes/read-lines.ts'
import { killGroup, stopGroup } from '../../processes/stop-group.ts'
import { startWatchdog, type Watchdog } from '../../processes/watchdog.ts'
import { childEnvironment, quietNpm, type ChildEnvironment } from './child-environment.ts'
import { READ_LIMIT, shownLine } from './shown-line.ts'

/** Only this child gets the values of `appEnv`, and never as arguments. */
export interface AppProcessOptions extends ChildEnvironment {
  readonly command: readonly string[]
  readonly dir: string
  /** A shared watchdog. Defaults to a separate one. */
  readonly watchdog?: Watchdog
  /** Called with each line for display. Long lines are truncated. */
  readonly onLine?: (stream: 'stdout' | 'stderr', line: string) => void
  /** Masks the secrets of a line before it is truncated. */
  readonly hide?: (text: string) => string
  /** Called with the raw output. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void
}

export interface AppProcess {
  readonly pid: number
  /** Resolves with the code or signal when the process has exited. */
  readonly ended: Promise<string>
  /** Stops the whole group with SIGTERM, and after 3 s with SIGKILL. Resolves when all its processes have exited. */
  readonly stop: () => Promise<void>
  /** Sends SIGKILL to the whole group immediately. Resolves when all its processes have exited. */
  readonly kill: () => Promise<void>
}

/**
 * Starts the app's process without a shell, in a separate group (R13). A watchdog stops it if this
 * process is killed (P15). Raises `dev.app-failed` if it cannot start.
 */
export async function startAppProcess(options: AppProcessOptions): Promise<AppProcess> {
  const [file = '', ...args] = options.command
  const watchdog = options.watchdog ?? startWatchdog(options.nodePath)
  const unwatch = async (pid?: number) => {
    if (pid !== undefined) watchdog.release(pid)
    if (options.watchdog === undefined) await watchdog.close()
  }
  const child = watchdog.watch((mark) =>
    spawn(file, args, {
      cwd: options.dir,
      env: { ...quietNpm(options.command), ...childEnvironment(options), ...mark },
      shell: false,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  const { pid } = await started(child, file).catch(async (error: unknown) => {
    await unwatch()
    throw error
  })
  readStream(child.stdout, 'stdout', options)
  readStream(child.stderr, 'stderr', options)
  const ended = once(child, 'exit').then(([code, signal]) => (code === null ? String(signal) : `code ${String(code)}`))
  let stopping: Promise<void> | undefined
  return {
    pid,
    ended,
    stop: () => (stopping ??= stopGroup(pid).then(() => unwatch(pid))),
    kill: () => {
      // Also kills a process that ignores SIGTERM.
      const killed = killGroup(pid)
      return (stopping ??= killed.then(() => unwatch(pid)))
    },
  }
}

async function started(child: ChildProcess, file: string): Promise<{ pid: number }> {
  try {
    await once(child, 'spawn')
  } catch (cause) {
    throw new AppError('dev.app-failed', `Cannot start the dev command: ${file} was not found or is not executable.`, {
      cause,
      suggestions: ['Check dev.command in app.toml. It runs without a shell, one argument per list item.'],
    })
  }
  // A spawned process has a pid.
  return { pid: child.pid ?? 0 }
}

type Readers = Pick<AppProcessOptions, 'onLine' | 'hide' | 'onOutput'>

function readStream(stream: Readable | null, name: 'stdout' | 'stderr', readers: Readers): void {
  const { onLine, hide = (text: string) => text, onOutput } = readers
  if (!stream) return
  if (onOutput) stream.on('data', (chunk: Buffer) => onOutput(name, chunk))
  if (!onLine) return
  readLines(stream, { most: READ_LIMIT, onLine: (text, isCut) => onLine(name, shownLine({ text, isCut }, hide)) })
}
