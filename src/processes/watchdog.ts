import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Environment variable that identifies a program while its process id is still unknown. */
const MARK = 'WATCHDOG_MARK'

/** Returns the marker in a process's environment; null without a marker, and on any system but Linux. */
export function markOf(pid: number): string | null {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
    return environment.find((one) => one.startsWith(`${MARK}=`)) ?? null
  } catch {
    return null
  }
}

/**
 * Runs in its own process. Its stdin is a pipe from us, which the system closes when we exit in any way, kill -9
 * included. Then it stops the registered groups that were not released. A parent killed between spawn and registration
 * has already announced its marker. The watchdog then searches the environments of all processes, on Linux, also for a
 * moment after our exit. A string, because the published package is one bundle without files to start.
 */
const script = `
const { readdirSync, readFileSync } = require('node:fs')
let said = ''
const known = () => {
  const pids = new Set()
  const marks = new Set()
  for (const line of said.split('\\n').slice(0, -1)) {
    const pid = Number(line)
    if (line.startsWith('+')) marks.add(line.slice(1))
    else if (line.startsWith('=')) marks.delete(line.slice(1))
    else if (pid > 1) pids.add(pid)
    else pids.delete(-pid)
  }
  return { pids, marks }
}
const isMarked = (pid, marks) => {
  try {
    const environment = readFileSync('/proc/' + pid + '/environ', 'latin1').split('\\0')
    return environment.some((one) => one.startsWith('${MARK}=') && marks.has(one.slice(${MARK.length + 1})))
  } catch { return false }
}
const marked = (marks) => {
  if (marks.size === 0) return []
  try { return readdirSync('/proc').filter((name) => isMarked(name, marks)).map(Number) } catch { return [] }
}
const end = (signal) => {
  const { pids, marks } = known()
  const isAny = [...pids, ...marked(marks)].filter((pid) => {
    try { process.kill(-pid, signal) } catch { try { process.kill(pid, signal) } catch { return false } }
    return true
  }).length > 0
  return isAny || marks.size > 0
}
process.stdin.on('data', (text) => { said += text })
process.stdin.on('end', () => {
  if (!end('SIGTERM')) process.exit(0)
  setTimeout(() => { end('SIGTERM') }, 300)
  setTimeout(() => { end('SIGKILL'); process.exit(0) }, 2000)
})
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) process.on(signal, () => {})
`

export interface Watchdog {
  /** Starts a program whose group is stopped when we exit. `start` spawns it with this variable in addition to its own environment. */
  readonly watch: <P extends ChildProcess>(start: (mark: Readonly<Record<string, string>>) => P) => P
  /** Removes a group that has exited, because its number can be reused. */
  readonly release: (pid: number) => void
  /** Stops the watchdog, but none of the groups. */
  readonly close: () => Promise<void>
}

/** Starts the watchdog, which runs as long as we do and is replaced if it is killed. */
export function startWatchdog(nodePath: string): Watchdog {
  const guarded = new Set<number>()
  let isClosing = false
  let failures = 0
  let dog = startDog(nodePath)
  const replace = ({ isFailure }: DogEnd) => {
    failures = isFailure ? failures + 1 : 0
    if (isClosing || failures > MOST_FAILURES) return
    dog = startDog(nodePath)
    for (const pid of guarded) dog.write(String(pid))
    void dog.gone.then(replace)
  }
  void dog.gone.then(replace)
  const release = (pid: number) => {
    guarded.delete(pid)
    dog.write(String(-pid))
  }
  return {
    watch: (start) => {
      const mark = randomBytes(16).toString('hex')
      dog.write(`+${mark}`)
      const child = start({ [MARK]: mark })
      if (child.pid !== undefined) {
        guarded.add(child.pid)
        dog.write(String(child.pid))
      }
      dog.write(`=${mark}`)
      return child
    },
    release,
    close: async () => {
      isClosing = true
      for (const pid of guarded) release(pid)
      await dog.close()
    },
  }
}

/** A watchdog may be killed this soon after its start. If that happens repeatedly, no watchdog can run on this machine. */
const SHORT_LIFE_MS = 200
const MOST_FAILURES = 3

interface DogEnd {
  /** Whether it exited without being killed, or was killed right after its start. */
  readonly isFailure: boolean
}

interface Dog {
  readonly gone: Promise<DogEnd>
  /** Sends one line to the script. */
  readonly write: (line: string) => void
  readonly close: () => Promise<void>
}

function startDog(nodePath: string): Dog {
  const startedAt = performance.now()
  const dog: ChildProcess = spawn(nodePath, ['-e', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A separate group, so that Ctrl-C in the terminal does not reach it. It gets none of our environment.
    detached: true,
    env: {},
  })
  const gone = new Promise<DogEnd>((resolve) => {
    dog.once('error', () => resolve({ isFailure: true }))
    dog.once('exit', (_code, signal) => {
      resolve({ isFailure: signal === null || performance.now() - startedAt < SHORT_LIFE_MS })
    })
  })
  dog.stdin?.on('error', () => {})
  dog.unref()
  return {
    gone,
    write: (line) => void dog.stdin?.write(`${line}\n`),
    close: async () => {
      dog.stdin?.end()
      dog.ref()
      await gone
    },
  }
}
