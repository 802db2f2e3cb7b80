import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import type { Foreground, ForegroundRun } from '../context.ts'
import { startWatchdog } from '../processes/watchdog.ts'
import { restoreEcho } from './echo.ts'

/**
 * Installs handlers for SIGINT, SIGTERM and SIGHUP: none of them ends this process any more. While a command runs they are handed on to it, however
 * often they come; before that they abort `signal`.
 */
export function createForeground(): Foreground {
  const early = new AbortController()
  let running: ChildProcess | null = null
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (running === null) early.abort(name)
      // A terminal tells the whole group itself, and twice would be another thing than once.
      else if (name === 'SIGTERM' || !process.stdin.isTTY) running.kill(name)
    })
  }
  return {
    signal: early.signal,
    run: async ({ file, args, env, cwd, stdout }: ForegroundRun) => {
      restoreEcho()
      // Also when this process is killed, the program that it stands for ends (P15).
      const watchdog = startWatchdog(process.execPath)
      const child = watchdog.watch((mark) =>
        spawn(file, [...args], {
          cwd,
          env: { ...env, ...mark },
          shell: false,
          stdio: ['inherit', stdout === 'stderr' ? 2 : 'inherit', 'inherit'],
        }),
      )
      running = child
      try {
        // Typed as once() has it; node:child_process says what an exit brings.
        const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
        return code ?? 128 + numberOf(signal)
      } finally {
        running = null
        await watchdog.close()
      }
    },
  }
}

function numberOf(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : process.getBuiltinModule('node:os').constants.signals[signal]
}
