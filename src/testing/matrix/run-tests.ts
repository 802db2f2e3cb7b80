import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { childEnvironment, type ChildEnvironment } from '../../dev/processes/child-environment.ts'
import { AppError } from '../../errors.ts'
import { stopGroup } from '../../processes/stop-group.ts'
import { startWatchdog } from '../../processes/watchdog.ts'

export interface TestsToRun extends ChildEnvironment {
  readonly command: readonly string[]
  readonly dir: string
  /** Stops the tests. */
  readonly signal: AbortSignal
}

export interface TestsRun {
  /** `code 1`, or the name of a signal. */
  readonly end: string
  /** Output of stdout and stderr, in order of arrival. */
  readonly output: readonly string[]
}

const MOST_BYTES = 4 * 1024 * 1024

/**
 * Runs a command without a shell, in its own process group that stops with this process, and
 * captures its output. Raises `usage.invalid` if it cannot be started.
 */
export async function runTests({ command, signal, ...given }: TestsToRun): Promise<TestsRun> {
  const [file = '', ...args] = command
  const watchdog = startWatchdog(given.nodePath)
  const child = watchdog.watch((mark) =>
    spawn(file, args, {
      cwd: given.dir,
      env: { ...childEnvironment(given), ...mark },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  const { pid = 0 } = child
  const stop = () => void stopGroup(pid)
  try {
    const output = collect([child.stdout, child.stderr])
    const closed = once(child, 'close')
    // A start that fails also ends in `exit`, as an error.
    closed.catch(() => {})
    signal.addEventListener('abort', stop)
    // The signal may have been aborted while the platform was starting.
    if (signal.aborted) stop()
    const [code, name] = await once(child, 'exit').catch((cause: unknown) => {
      throw cannotStart(file, cause)
    })
    // Any process that it started keeps the pipes open.
    await stopGroup(pid)
    await closed
    return { end: code === null ? String(name) : `code ${String(code)}`, output: output() }
  } finally {
    signal.removeEventListener('abort', stop)
    await watchdog.close()
  }
}

function collect(streams: readonly NodeJS.ReadableStream[]): () => string[] {
  const chunks: Buffer[] = []
  let bytes = 0
  for (const stream of streams) {
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      // The end of the output is the most informative part.
      while (bytes > MOST_BYTES) bytes -= chunks.shift()?.length ?? bytes
    })
  }
  return () => Buffer.concat(chunks).toString('utf8').trimEnd().split(/\r?\n/)
}

function cannotStart(file: string, cause: unknown): AppError {
  return new AppError(
    'usage.invalid',
    `${JSON.stringify(file)} cannot be started. It was not found or is not executable.`,
    {
      cause,
      suggestions: ['Pass the command without a shell, for example: app test matrix -- npm test'],
    },
  )
}
