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

/** Starts the watchdog. It learns of processes right after they were started, and lives as long as we do; one that is killed is replaced. */
export function startWatchdog(nodePath: string): Watchdog {
  const guarded = new Set<number>()
  let isClosing = false
  let shortLives = 0
  let dog = startDog(nodePath)
  const replace = ({ ranMs }: DogEnd) => {
    shortLives = ranMs < SHORT_LIFE_MS ? shortLives + 1 : 0
    if (isClosing || shortLives > MOST_SHORT_LIVES) return
    dog = startDog(nodePath)
    for (const pid of guarded) dog.tell(pid)
    void dog.gone.then(replace)
  }
  void dog.gone.then(replace)
  const release = (pid: number) => {
    guarded.delete(pid)
    dog.tell(-pid)
  }
  return {
    guard: (pid) => {
      guarded.add(pid)
      dog.tell(pid)
    },
    release,
    close: async () => {
      isClosing = true
      for (const pid of guarded) release(pid)
      await dog.close()
    },
  }
}

/** One may be killed this soon; where one after the other ends so, none can run here. */
const SHORT_LIFE_MS = 200
const MOST_SHORT_LIVES = 3

interface DogEnd {
  readonly ranMs: number
}

interface Dog {
  readonly gone: Promise<DogEnd>
  /** A process to end when we are gone, or, as a negative number, one that is over. */
  readonly tell: (pid: number) => void
  readonly close: () => Promise<void>
}

function startDog(nodePath: string): Dog {
  const startedAt = performance.now()
  const dog: ChildProcess = spawn(nodePath, ['-e', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Its own group: Ctrl-C in the terminal is not for it. And none of our environment.
    detached: true,
    env: {},
  })
  const gone = new Promise<DogEnd>((resolve) => {
    for (const name of ['exit', 'error'] as const)
      dog.once(name, () => resolve({ ranMs: performance.now() - startedAt }))
  })
  dog.stdin?.on('error', () => {})
  dog.unref()
  return {
    gone,
    tell: (pid) => void dog.stdin?.write(`${pid}\n`),
    close: async () => {
      dog.stdin?.end()
      dog.ref()
      await gone
    },
  }
}
