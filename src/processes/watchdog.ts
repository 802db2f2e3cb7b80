import { spawn, type ChildProcess } from 'node:child_process'

/**
 * Runs in its own process. Its stdin is a pipe from us: the system closes it when we end in any way, kill -9 included, and then the groups that were
 * named and not released are ended. Held as text because the published package is one bundle without files to start.
 */
const script = `
let said = ''
const end = (signal) => {
  const guarded = new Set()
  for (const line of said.split('\\n').slice(0, -1)) {
    const pid = Number(line)
    if (pid > 1) guarded.add(pid)
    else guarded.delete(-pid)
  }
  return [...guarded].filter((pid) => {
    try { process.kill(-pid, signal) } catch { try { process.kill(pid, signal) } catch { return false } }
    return true
  }).length > 0
}
process.stdin.on('data', (text) => { said += text })
process.stdin.on('end', () => {
  if (!end('SIGTERM')) process.exit(0)
  setTimeout(() => { end('SIGKILL'); process.exit(0) }, 2000)
})
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) process.on(signal, () => {})
`

export interface Watchdog {
  /** Names a process group to end when we are gone. */
  readonly guard: (pid: number) => void
  /** That group has ended, and its number may become another's. */
  readonly release: (pid: number) => void
  /** Ends it, and none of the groups. */
  readonly close: () => Promise<void>
}

/** Starts the watchdog. It learns of processes right after they were started, and lives as long as we do. */
export function startWatchdog(nodePath: string): Watchdog {
  const dog: ChildProcess = spawn(nodePath, ['-e', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Its own group: Ctrl-C in the terminal is not for it. And none of our environment.
    detached: true,
    env: {},
  })
  const gone = new Promise<void>((resolve) => {
    dog.once('exit', () => resolve())
    dog.once('error', () => resolve())
  })
  dog.stdin?.on('error', () => {})
  dog.unref()
  const guarded = new Set<number>()
  const release = (pid: number) => {
    guarded.delete(pid)
    dog.stdin?.write(`${-pid}\n`)
  }
  return {
    guard: (pid) => {
      guarded.add(pid)
      dog.stdin?.write(`${pid}\n`)
    },
    release,
    close: async () => {
      for (const pid of guarded) release(pid)
      dog.stdin?.end()
      dog.ref()
      await gone
    },
  }
}
