import type { ChildProcess } from 'node:child_process'

import { afterRunning, longerIfBusy } from '../processes/busyness.ts'
import type { KeychainLine, KeychainReply, KeychainRequest } from './keychain-wire.ts'

export interface ProcessOptions {
  readonly nodePath: string
  readonly file: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Limit for one call, once the process is running. A longer one also applies to the start. */
  readonly timeoutMs?: number
}

/** `timeout`: it was killed. `ended`: it crashed or never started. */
export type ProcessReply =
  | KeychainReply
  | { readonly ok: false; readonly failure: 'timeout' | 'ended'; readonly message: string }

export interface KeychainProcess {
  /** Runs one call at a time; the others wait. Never rejects. */
  readonly ask: (request: Omit<KeychainRequest, 'id'>) => Promise<ProcessReply>
  readonly close: () => void
}

/** A native call that waits for an unanswered dialog never ends (R3). */
const CALL_MS = 3_000
/** Less than the 25 s after which D-Bus times out. */
const LONGEST_MS = 20_000
/** Start time of Node.js and the native library, normally 0.1 s. No keychain is called yet, so only a very busy machine takes long. */
const START_MS = 10_000
/** A long command must not keep an idle process. */
const IDLE_MS = 5_000

interface Running {
  readonly ask: (request: KeychainRequest) => Promise<ProcessReply>
  readonly kill: () => void
  readonly isAlive: () => boolean
}

/** Creates the keychain process: started at the first call, killed if a call takes too long, restarted for the next. Never keeps its parent alive. */
export function createKeychainProcess(options: ProcessOptions): KeychainProcess {
  let running: Running | undefined
  let idle: NodeJS.Timeout | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let count = 0
  const close = () => {
    clearTimeout(idle)
    running?.kill()
    running = undefined
  }
  const askNow = async (request: Omit<KeychainRequest, 'id'>) => {
    clearTimeout(idle)
    if (running?.isAlive() !== true) running = await start(options)
    const reply = await running.ask({ ...request, id: ++count })
    idle = setTimeout(close, IDLE_MS).unref()
    return reply
  }
  return {
    ask(request) {
      const reply = queue.then(() => askNow(request))
      queue = reply
      return reply
    },
    close,
  }
}

async function start({ nodePath, file, env, timeoutMs = CALL_MS }: ProcessOptions): Promise<Running> {
  const { spawn } = await import('node:child_process')
  const child = spawn(nodePath, [file], { stdio: ['pipe', 'pipe', 'ignore'], env: processEnv(env), windowsHide: true })
  letGo(child)
  let settle: ((reply: ProcessReply) => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let isUp = false
  let isAlive = true

  const finish = (reply: ProcessReply) => {
    clearTimeout(timer)
    settle?.(reply)
    settle = undefined
  }
  const kill = () => {
    isAlive = false
    child.kill('SIGKILL')
    child.stdin.destroy()
    child.stdout.destroy()
  }
  const limit = (idleMs: number) => {
    // On a busy machine, a working keychain responds more slowly.
    const ms = Math.min(LONGEST_MS, Math.round(longerIfBusy(idleMs)))
    clearTimeout(timer)
    timer = afterRunning(ms, () => {
      kill()
      finish({ ok: false, failure: 'timeout', message: `no response within ${ms / 1000} s` })
    })
  }
  const ended = (message: string) => {
    isAlive = false
    finish({ ok: false, failure: 'ended', message })
  }
  child.on('error', (error) => ended(error.message))
  child.on('exit', (code, signal) =>
    ended(
      signal === null ? `the keychain process exited with ${code}` : `the keychain process was killed by ${signal}`,
    ),
  )
  // Writing to an exited process fails; `exit` reports it.
  child.stdin.on('error', () => {})
  readLines(child, ({ reply }) => {
    isUp = true
    if (reply !== undefined) finish(reply)
    else if (settle !== undefined) limit(timeoutMs)
  })
  return {
    ask: (request) =>
      new Promise((resolve) => {
        settle = resolve
        limit(isUp ? timeoutMs : Math.max(START_MS, timeoutMs))
        child.stdin.write(`${JSON.stringify(request)}\n`)
      }),
    kill,
    isAlive: () => isAlive,
  }
}

function readLines(child: ChildProcess, take: (line: KeychainLine) => void): void {
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line) as KeychainLine) // written by our own program
  })
}

/** During a call its timer keeps the parent alive; between calls nothing does. The program exits when its stdin closes. */
function letGo(child: ChildProcess): void {
  child.unref()
  for (const pipe of [child.stdin, child.stdout]) {
    // A child's pipes are sockets, which the types do not show.
    ;(pipe as { unref?: () => void } | null)?.unref?.()
  }
}

/** Variables that a keychain needs to find its session, and nothing else: no secret of ours, no NODE_OPTIONS. */
const passedOn =
  /^(?:DBUS_SESSION_BUS_ADDRESS|XDG_[A-Z_]+|HOME|PATH|USER|LOGNAME|LANG|LC_[A-Z]+|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|SystemRoot|SystemDrive|windir|USERPROFILE|USERNAME|APPDATA|LOCALAPPDATA|TEMP|TMP|TMPDIR)$/i

function processEnv(env: ProcessOptions['env']): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => passedOn.test(name)))
}
