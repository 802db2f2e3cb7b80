import { spawn } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, rmSync } from 'node:fs'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { errorCodes, type ErrorCode } from '../../errors/codes.ts'
import { until } from '../../processes/until.ts'
import { sessionPlace } from '../../project/platforms/session-place.ts'
import { ensurePrivateFile } from '../../storage/files.ts'
import { runningSession, type RunningDev, type SessionFacts } from '../lock.ts'
import type { LogEntry } from './log-entry.ts'
import { BACKGROUND } from './mark.ts'
import { readSessionLog } from './session-log.ts'

export interface ChildTools extends Pick<Context, 'env' | 'cwd' | 'interrupted'> {
  readonly nodePath: string
  /** The script that Node runs for this tool. */
  readonly script: string
  readonly sleep: (ms: number) => Promise<void>
  /** Returns whether the health URL of an `app dev` responds. */
  readonly answers: (health: string) => Promise<boolean>
  /** Called with each notice of the start immediately, because a start may take a minute. */
  readonly onNotice: (text: string) => void
}

export interface Begun {
  readonly run: RunningDev
  /** False if a session was already running. */
  readonly isStarted: boolean
}

const POLL_MS = 50

/** Number of app output lines shown after a failed start. */
const OUTPUT_LINES = 10

/** Maximum wait for the final state of a process that exited. */
const SETTLE_MS = 5000

/** Maximum wait in ms until the system releases the resources of a killed process. */
const DYING_MS = 3000

/**
 * Starts `app dev` with these arguments in the background unless one runs in the project. Resolves when it is
 * ready. Raises the error of that process if it fails. None of its processes remains then.
 */
export async function startChild(tools: ChildTools, place: SessionFacts, argv: readonly string[]): Promise<Begun> {
  if (await isHeld(tools, place)) return untilReady(tools, place)
  const readLog = readSessionLog(place)
  // Skips the entries of earlier runs.
  readLog()
  const child = spawnChild(tools, place, argv)
  const report = noticeReporter(tools)
  try {
    for (;;) {
      requireGoing(tools)
      const run = runningSession(place)
      if (run?.pid === child.pid) report(run)
      if (run?.ready) return { run, isStarted: run.pid === child.pid }
      if (child.hasEnded()) break
      await tools.sleep(POLL_MS)
    }
  } catch (error) {
    child.kill()
    throw error
  } finally {
    child.forget()
  }
  // Another process started first, so use its session.
  if (child.failure().code === 'dev.already-running') return untilReady(tools, place)
  reportOutput(tools, readLog())
  throw child.failure()
}

/** Returns a function that reports a session's new notices. */
function noticeReporter({ onNotice }: ChildTools): (run: RunningDev | null) => void {
  let reported = 0
  return (run) => {
    const fresh = run?.notices.slice(reported) ?? []
    reported += fresh.length
    for (const notice of fresh) onNotice(notice)
  }
}

/** Shows the app's output after a failed background start. The log has all of it, the error only one line. */
function reportOutput({ onNotice }: ChildTools, log: readonly LogEntry[]): void {
  const lines = log.flatMap((entry) => (entry.event === 'app-output' ? [`  ${entry.line}`] : [])).slice(-OUTPUT_LINES)
  for (const line of lines.length < 2 ? [] : ['Last app output:', ...lines]) onNotice(line)
}

/** Returns whether a session runs in the project. A killed one holds its lock until its last thread has exited but no longer responds. */
async function isHeld(tools: ChildTools, place: SessionFacts): Promise<boolean> {
  const look = async () => {
    const run = runningSession(place)
    if (run === null) return false
    const health = run.ready?.health ?? null
    return health === null || (await tools.answers(health)) || null
  }
  return (await until({ sleep: tools.sleep, everyMs: POLL_MS, limitMs: DYING_MS }, look)) ?? true
}

/** Waits for a session that another process started. */
async function untilReady(tools: ChildTools, place: SessionFacts): Promise<Begun> {
  for (let gone = 0; gone < SETTLE_MS; gone += POLL_MS) {
    requireGoing(tools)
    const run = runningSession(place)
    if (run?.ready) return { run, isStarted: false }
    // Keep waiting while it starts.
    if (run !== null) gone = 0
    await tools.sleep(POLL_MS)
  }
  throw new AppError('dev.app-failed', 'The `app dev` that was starting in this project has exited.', {
    suggestions: ['app dev logs --since 5m'],
  })
}

function requireGoing({ interrupted }: ChildTools): void {
  if (interrupted.aborted) throw new AppError('cli.interrupted', 'Stopped before everything was running.')
}

interface Child {
  readonly pid: number | undefined
  readonly hasEnded: () => boolean
  /** Returns the error of the failed process. */
  readonly failure: () => AppError
  /** Deletes the process's output file. */
  readonly forget: () => void
  readonly kill: () => void
}

function spawnChild({ env, cwd, nodePath, script }: ChildTools, place: SessionFacts, argv: readonly string[]): Child {
  const path = `${sessionPlace(place)}.${performance.now().toString(36).replace('.', '')}.start`
  ensurePrivateFile(path)
  const out = openSync(path, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0))
  const child = spawn(nodePath, [script, 'dev', ...argv, '--json'], {
    cwd,
    env: { ...env, [BACKGROUND]: '1' },
    // In a separate session, so that closing the terminal does not stop it.
    detached: true,
    stdio: ['ignore', out, out],
    windowsHide: true,
  })
  closeSync(out)
  let hasEnded = false
  let failure: AppError | null = null
  for (const name of ['exit', 'error'] as const) child.once(name, () => (hasEnded = true))
  child.unref()
  return {
    pid: child.pid,
    hasEnded: () => hasEnded,
    failure: () => (failure ??= failureIn(readFileSync(path, 'utf8'))),
    forget: () => {
      if (hasEnded) failure ??= failureIn(readFileSync(path, 'utf8'))
      try {
        rmSync(path, { force: true })
      } catch {
        // Windows keeps the file while the other process has it open.
      }
    },
    kill: () => void child.kill('SIGTERM'),
  }
}

/** Parses the error document of a failed command. */
function failureIn(text: string): AppError {
  for (const line of text.trimEnd().split('\n').toReversed()) {
    const failure = failureOf(line)
    if (failure !== null) return failure
  }
  return new AppError('dev.app-failed', '`app dev` exited before everything was running.', {
    suggestions: ['app dev logs --since 5m', ...(text.trim() === '' ? [] : [text.trim().slice(-500)])],
  })
}

function failureOf(line: string): AppError | null {
  try {
    const { error } = JSON.parse(line) as { error?: { code?: unknown; message?: unknown; hints?: unknown } }
    if (typeof error?.code !== 'string' || !Object.hasOwn(errorCodes, error.code)) return null
    // The code comes from the table's own keys.
    return new AppError(error.code as ErrorCode, String(error.message), {
      suggestions: Array.isArray(error.hints) ? error.hints.map(String) : [],
    })
  } catch {
    return null
  }
}
