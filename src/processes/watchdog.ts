import { spawn, type ChildProcess } from 'node:child_process'

/**
 * Runs in its own process. Its stdin is a pipe from us: the system closes it when we end in any way, kill -9 included, and then the group that was
 * named last is ended. Held as text because the published package is one bundle without files to start.
 */
const script = `
let pid = 0
const end = (signal) => { try { process.kill(-pid, signal) } catch { try { process.kill(pid, signal) } catch { return false } } return true }
process.stdin.on('data', (text) => { pid = Number(String(text).trim().split('\\n').at(-1)) })
process.stdin.on('end', () => {
  if (!(pid > 1) || !end('SIGTERM')) process.exit(0)
  setTimeout(() => { end('SIGKILL'); process.exit(0) }, 2000)
})
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) process.on(signal, () => {})
`

export interface Watchdog {
  /** Names the process group to end when we are gone; 0 for none. */
  readonly guard: (pid: number) => void
  readonly close: () => Promise<void>
}

/** Starts the watchdog. It learns of a process right after that was started, and lives as long as we do. */
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
  return {
    guard: (pid) => void dog.stdin?.write(`${pid}\n`),
    close: async () => {
      dog.stdin?.end('0\n')
      dog.ref()
      await gone
    },
  }
}
