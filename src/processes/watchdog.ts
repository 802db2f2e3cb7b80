import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The variable of a program's environment by which it is found while its process id is not known yet. */
const MARK = 'WATCHDOG_MARK'

/** What the environment of a process says of the program that it belongs to; null without a mark, and on any system but Linux. */
export function markOf(pid: number): string | null {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
    return environment.find((one) => one.startsWith(`${MARK}=`)) ?? null
  } catch {
    return null
  }
}

/**
 * Runs in its own process. Its stdin is a pipe from us: the system closes it when we end in any way, kill -9 included, and then the groups that were
 * named and not released are ended. Whoever was killed between the start of a program and its naming has said its mark before: such a program is looked for in
 * the environments of all processes, which Linux shows. It may appear a moment after us. Held as text because the published package is one bundle without
 * files to start.
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
  /** Starts a program whose group ends when we are gone. `start` spawns it with this variable in its environment, in addition to its own. */
  readonly watch: <P extends ChildProcess>(start: (mark: Readonly<Record<string, string>>) => P) => P
  /** That group has ended, and its number may become another's. */
  readonly release: (pid: number) => void
  /** Ends it, and none of the groups. */
  readonly close: () => Promise<void>
}

/** Starts the watchdog, which lives as long as we do; one that is killed is replaced. */
export function startWatchdog(nodePath: string): Watchdog {
  const guarded = new Set<number>()
  let isClosing = false
  let failures = 0
  let dog = startDog(nodePath)
  const replace = ({ isFailure }: DogEnd) => {
    failures = isFailure ? failures + 1 : 0
    if (isClosing || failures > MOST_FAILURES) return
    dog = startDog(nodePath)
    for (const pid of guarded) dog.tell(String(pid))
    void dog.gone.then(replace)
  }
  void dog.gone.then(replace)
  const release = (pid: number) => {
    guarded.delete(pid)
    dog.tell(String(-pid))
  }
  return {
    watch: (start) => {
      const mark = randomBytes(16).toString('hex')
      dog.tell(`+${mark}`)
      const child = start({ [MARK]: mark })
      if (child.pid !== undefined) {
        guarded.add(child.pid)
        dog.tell(String(child.pid))
      }
      dog.tell(`=${mark}`)
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

/** A watchdog may be killed this soon after its start; where this happens to one after the other, none can run here. */
const SHORT_LIFE_MS = 200
const MOST_FAILURES = 3

interface DogEnd {
  /** Whether it ended although nothing killed it, or was killed right after its start. */
  readonly isFailure: boolean
}

interface Dog {
  readonly gone: Promise<DogEnd>
  /** One line of what the script reads. */
  readonly tell: (line: string) => void
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
    dog.once('error', () => resolve({ isFailure: true }))
    dog.once('exit', (_code, signal) => {
      resolve({ isFailure: signal === null || performance.now() - startedAt < SHORT_LIFE_MS })
    })
  })
  dog.stdin?.on('error', () => {})
  dog.unref()
  return {
    gone,
    tell: (line) => void dog.stdin?.write(`${line}\n`),
    close: async () => {
      dog.stdin?.end()
      dog.ref()
      await gone
    },
  }
}
