import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { longerIfBusy } from '../../src/processes/busyness.ts'
import { signalGroup } from '../../src/processes/signals.ts'
import { startWatchdog } from '../../src/processes/watchdog.ts'

const bin = fileURLToPath(new URL('../../bin/run.js', import.meta.url))

/** Milliseconds for a command to exit after a signal, on an idle machine. `app dev` gives its children three seconds. */
const GRACE_MS = 6000

/**
 * The demo's environment: a temporary folder with its own state folder, and all processes that it starts. Each process
 * has its own process group, so that a Ctrl-C in the terminal reaches only the demo, which then stops them one by one.
 */
export interface Demo {
  readonly home: string
  /** Folder in which the app is created. */
  readonly project: string
  readonly stateHome: string
  /** Command behind the word `app`. */
  readonly command: string
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
  readonly interrupted: AbortSignal
  /** Starts `app <args>`. A `guarded` command is stopped even if the demo itself is killed. Only the last guarded one counts. */
  start(args: readonly string[], options: Pick<SpawnOptions, 'cwd' | 'stdio'> & { guarded?: boolean }): ChildProcess
  /** Stops every process and removes the folder. */
  close(): Promise<void>
}

/** Opens the demo. From then on a signal stops nothing, so the caller must close the demo. */
export function openDemo(): Demo {
  const controller = new AbortController()
  const running = new Set<ChildProcess>()
  let home: string | null = null
  const sweep = () => {
    for (const { pid } of running) if (pid !== undefined) signalGroup(pid, 'SIGKILL')
    if (home !== null) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  let firstAt: number | null = null
  const interrupt = () => {
    firstAt ??= performance.now()
    // npm forwards a Ctrl-C that the terminal has already sent. Only a later one counts as the second.
    if (controller.signal.aborted && performance.now() - firstAt > 1000) {
      sweep()
      process.exit(130)
    }
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt)

  home = mkdtempSync(join(tmpdir(), 'svcapp-demo-'))
  const stateHome = join(home, 'state')
  const env = { ...process.env, SVCAPP_HOME: stateHome, SVCAPP_CREDENTIALS: '' }
  const watchdog = startWatchdog(process.execPath)
  return {
    home,
    project: join(home, 'loyalty'),
    stateHome,
    command: `node ${bin}`,
    interrupted: controller.signal,
    start(args, { guarded = false, ...options }) {
      const spawned = (mark = {}) =>
        spawn(process.execPath, [bin, ...args], { ...options, env: { ...env, ...mark }, detached: true })
      const child = guarded ? watchdog.watch(spawned) : spawned()
      running.add(child)
      child.once('exit', () => {
        running.delete(child)
        // A killed command cannot stop its own children.
        if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
      })
      return child
    },
    async close() {
      await Promise.all([...running].map(endOf))
      await watchdog.close()
      sweep()
    },
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const timer = setTimeout(() => child.pid !== undefined && signalGroup(child.pid, 'SIGKILL'), longerIfBusy(GRACE_MS))
  await ended
  clearTimeout(timer)
}
