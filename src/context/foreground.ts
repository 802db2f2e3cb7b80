import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import type { Foreground, ForegroundRun } from '../context.ts'
import { startWatchdog } from '../processes/watchdog.ts'
import { restoreEcho } from './echo.ts'

/**
 * Installs handlers for SIGINT, SIGTERM and SIGHUP, so that they no longer end this process. While
 * a command runs, they are forwarded to it each time; before that they abort `signal`.
 */
export function createForeground(): Foreground {
  const early = new AbortController()
  let running: ChildProcess | null = null
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (running === null) early.abort(name)
      // A terminal signals the whole group itself, and a second signal would act differently.
      else if (name === 'SIGTERM' || !process.stdin.isTTY) running.kill(name)
    })
  }
  return {
    signal: early.signal,
    run: async ({ file, args, env, cwd, stdout }: ForegroundRun) => {
      restoreEcho()
      // If this process is killed, the command must stop, too (P15).
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
        // once() is typed loosely; node:child_process documents the values of an exit.
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
