import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { platform } from 'node:process'

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
 * moment after our exit. A shell takes 1 MB of memory, and a second Node 40.
 */
const shellScript = `
trap '' INT HUP TERM
pids=
marks=
drop() {
  left=
  for one in $1
  do [ "$one" = "$2" ] || left="$left $one"
  done
}
while read -r line
do
  name=\${line#[-+=]}
  if [ "$line" = "$name" ]
  then pids="$pids $name"
  elif [ "$line" = "+$name" ]
  then marks="$marks $name"
  elif [ "$line" = "=$name" ]
  then
    drop "$marks" "$name"
    marks=$left
  else
    drop "$pids" "$name"
    pids=$left
  fi
done
marked() {
  for mark in $marks
  do grep -lsF "${MARK}=$mark" /proc/[0-9]*/environ
  done | cut -d/ -f3
}
stop() {
  isAny=$marks
  for pid in $pids $(marked)
  do kill -s "$1" -- "-$pid" || kill -s "$1" "$pid" && isAny=1
  done 2>/dev/null
  [ -n "$isAny" ]
}
stop TERM || exit 0
sleep 0.3
stop TERM
sleep 1.7
stop KILL
`

/** Folders of the system's own programs, on NixOS too. */
const SYSTEM_PATH = '/usr/bin:/bin:/run/current-system/sw/bin'

/** For Windows, which has neither this shell nor groups. */
const windowsScript = `
let said = ''
process.stdin.on('data', (text) => { said += text })
process.stdin.on('end', () => {
  const pids = new Set()
  for (const pid of said.split('\\n').map(Number)) pid > 1 ? pids.add(pid) : pids.delete(-pid)
  for (const pid of pids) try { process.kill(pid) } catch {}
})
`

export interface Watchdog {
  /** Starts a program whose group is stopped when we exit. `startProgram` spawns it with this variable in addition to its own environment. */
  readonly watch: <P extends ChildProcess>(startProgram: (mark: Readonly<Record<string, string>>) => P) => P
  /** Removes a group that has exited, because its number can be reused. */
  readonly release: (pid: number) => void
  /** Stops the watchdog, but none of the groups. */
  readonly close: () => Promise<void>
}

/** Starts the watchdog, which runs as long as we do and is replaced if it is killed. */
export function startWatchdog(nodePath: string, shell = '/bin/sh'): Watchdog {
  const start = () =>
    platform === 'win32' ? startDog(nodePath, ['-e', windowsScript]) : startDog(shell, ['-c', shellScript])
  const guarded = new Set<number>()
  let isClosing = false
  let failures = 0
  let dog = start()
  const replace = ({ isFailure }: DogEnd) => {
    failures = isFailure ? failures + 1 : 0
    if (isClosing || failures > MOST_FAILURES) return
    dog = start()
    for (const pid of guarded) dog.write(String(pid))
    void dog.gone.then(replace)
  }
  void dog.gone.then(replace)
  const release = (pid: number) => {
    guarded.delete(pid)
    dog.write(String(-pid))
  }
  return {
    watch: (startProgram) => {
      const mark = randomBytes(16).toString('hex')
      dog.write(`+${mark}`)
      const child = startProgram({ [MARK]: mark })
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

function startDog(program: string, args: readonly string[]): Dog {
  const startedAt = performance.now()
  const dog: ChildProcess = spawn(program, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A separate group, so that Ctrl-C in the terminal does not reach it. It gets none of our environment.
    detached: true,
    env: { PATH: SYSTEM_PATH },
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
