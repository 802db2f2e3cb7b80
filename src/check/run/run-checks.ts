import { AppError } from '../../errors.ts'
import { messageOf } from '../../errors/thrown.ts'
import { CannotJudge, TooBusy } from '../cannot-judge.ts'
import type { Check, Finding } from '../check.ts'
import { NotStarted } from '../harness/app-instance.ts'
import { noticingCutOff } from '../harness/cut-off.ts'
import type { Harness } from '../harness/harness.ts'
import type { CheckOutcome } from '../report.ts'
import { createSharedLock, type SharedLock } from './shared-lock.ts'

/** Number of checks in parallel: they mostly wait, and an app that gets more parallel requests responds later. */
const AT_ONCE = 24

export interface RunTools {
  readonly harness: (check: Check) => Harness
  /** Returns why there is nothing to check for this app; null if there is something. Checks that need a skipped check are skipped for the same reason. */
  readonly absence: (check: Check) => string | null
  /** Returns how the shared app exited each time it did so unexpectedly. */
  readonly crashes: () => readonly Crash[]
  /** In ms, from any origin. */
  readonly clock: () => number
  /** Aborted at the deadline; the remaining checks are skipped. */
  readonly deadline: AbortSignal
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined
}

export interface CheckProgress {
  readonly done: number
  readonly all: number
  /** Id of the check that has been running longest; null if none is running. */
  readonly running: string | null
}

export interface Crash {
  readonly how: string
  /** Last lines that it printed. */
  readonly log: readonly string[]
}

export interface RanCheck {
  readonly check: Check
  readonly outcome: CheckOutcome
  readonly reason: string | null
  readonly findings: readonly Finding[]
  readonly ms: number
  /** True if the check itself failed, so that it shows nothing about the app. */
  readonly isBroken: boolean
  /** Exit of the app that the check caused. */
  readonly crash?: Crash
}

/** Reason of checks that are skipped after the deadline. */
export const OUT_OF_TIME = 'the time ran out'

/**
 * Runs checks in parallel, each as soon as the checks that it needs have passed. A check that needs a failed one is skipped with a
 * reference to it, and so is a check that failed for the same cause, so that one cause is one finding. If a check loses a request
 * because the shared app exited unexpectedly, or cannot judge on a busy machine, it runs again alone, without the effects of
 * other checks. A failure of a check itself is not the app's fault and stops no other check. Returns the results in the order of `checks`. Raises every `AppError`.
 */
export async function runChecks(checks: readonly Check[], tools: RunTools): Promise<readonly RanCheck[]> {
  const lock = createSharedLock(AT_ONCE)
  const running = new Map<string, Promise<RanCheck>>()
  const begun = new Set<string>()
  let done = 0
  const progress = () => tools.onProgress?.({ done, all: checks.length, running: [...begun][0] ?? null })
  const resultOf = async (id: string): Promise<RanCheck> => {
    const found = running.get(id)
    if (found === undefined) throw new Error(`${id} is needed but was not chosen.`)
    return found
  }
  const start = async (check: Check): Promise<RanCheck> => {
    // All checks must be registered before the first one requests another.
    await Promise.resolve()
    const absent = tools.absence(check)
    if (absent !== null) return skipped(check, absent)
    const needs = await Promise.all(check.needs.map(resultOf))
    const missing = needs.find(({ outcome }) => outcome !== 'passed')
    if (missing !== undefined) return skipped(check, reasonOf(missing))
    begun.add(check.id)
    progress()
    const causes = (check.unless ?? []).flatMap((id) => (running.has(id) ? [resultOf(id)] : []))
    const ran = await Promise.race([runOne(check, tools, lock), firstFailed(causes)])
    if (ran.check !== check) return skipped(check, reasonOf(ran))
    if (ran.outcome !== 'failed') return ran
    const cause = (await Promise.all(causes)).find(({ outcome }) => outcome === 'failed')
    return cause === undefined ? ran : { ...skipped(check, reasonOf(cause)), ms: ran.ms }
  }
  for (const check of checks) {
    const finished = start(check).finally(() => {
      begun.delete(check.id)
      done += 1
      progress()
    })
    running.set(check.id, finished)
  }
  return withoutRepeats(await Promise.all(running.values()))
}

/** If the app exited with the same last output in several checks, only the first one reports it. */
function withoutRepeats(ran: readonly RanCheck[]): readonly RanCheck[] {
  const first = new Map<string, RanCheck>()
  return ran.map((one) => {
    if (one.crash === undefined) return one
    const words = lastWords(one.crash)
    const known = first.get(words)
    if (known === undefined) first.set(words, one)
    return known === undefined ? one : { ...skipped(one.check, reasonOf(known)), ms: one.ms }
  })
}

/** Returns the last output of the app, without what differs between two runs. */
function lastWords({ how, log }: Crash): string {
  const thrown = log.findLast((line) => /^\s*(?:Uncaught )?[\w.]*(?:Error|Exception)\b/.test(line)) ?? ''
  return `${how} ${thrown.replaceAll(/\d+/g, '#')}`
}

/** Never resolves if none of them fails. */
function firstFailed(causes: readonly Promise<RanCheck>[]): Promise<RanCheck> {
  return new Promise((resolve, reject) => {
    for (const cause of causes) {
      cause.then((ran) => {
        if (ran.outcome === 'failed') resolve(ran)
      }, reject)
    }
  })
}

function reasonOf({ check, outcome, reason }: RanCheck): string {
  return outcome === 'failed' ? failedReason(check) : (reason ?? '')
}

/** Returns the reason of checks that are skipped because they need this failed one. */
export function failedReason({ id }: Check): string {
  return `${id} failed`
}

async function runOne(check: Check, tools: RunTools, lock: SharedLock): Promise<RanCheck> {
  const first = await lock.share(() => attempt(check, tools))
  if ((first.crash === null && !first.isTooBusy) || tools.deadline.aborted) return first.ran
  const second = await lock.alone(() => attempt(check, tools))
  return second.crash === null ? second.ran : crashed(second.ran, second.crash)
}

interface Attempt {
  readonly ran: RanCheck
  readonly isTooBusy: boolean
  readonly crash: Crash | null
}

async function attempt(check: Check, { harness, crashes, clock, deadline }: RunTools): Promise<Attempt> {
  const before = crashes().length
  const startedAt = clock()
  let isTooBusy = false
  const run = () =>
    underDeadline(() => check.run(harness(check)), deadline).catch((error: unknown) => {
      isTooBusy = error instanceof TooBusy
      throw error
    })
  const { result: ran, isCutOff } = await noticingCutOff(() => judged(check, run))
  const found = { ...ran, ms: Math.round(clock() - startedAt) }
  return { ran: found, isTooBusy, crash: isCutOff ? (crashes()[before] ?? crashes().at(-1) ?? null) : null }
}

async function judged(check: Check, run: () => Promise<readonly Finding[]>): Promise<RanCheck> {
  try {
    const findings = await run()
    const outcome = findings.length === 0 ? 'passed' : 'failed'
    return { check, outcome, reason: null, findings, ms: 0, isBroken: false }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof CannotJudge) return skipped(check, error.message)
    const said = messageOf(error)
    if (error instanceof NotStarted)
      return skipped(check, `a second copy of the app does not start: ${said.replace(/\.$/, '')}`)
    return { ...skipped(check, `the check itself failed (please report this): ${said}`), isBroken: true }
  }
}

async function underDeadline<T>(begin: () => Promise<T>, deadline: AbortSignal): Promise<T> {
  if (deadline.aborted) throw new CannotJudge(OUT_OF_TIME)
  const work = begin()
  const over = Promise.withResolvers<never>()
  const stop = () => over.reject(new CannotJudge(OUT_OF_TIME))
  deadline.addEventListener('abort', stop, { once: true })
  // After the deadline no caller handles its error.
  work.catch(() => {})
  try {
    return await Promise.race([work, over.promise])
  } finally {
    deadline.removeEventListener('abort', stop)
  }
}

function skipped(check: Check, reason: string): RanCheck {
  return { check, outcome: 'skipped', reason, findings: [], ms: 0, isBroken: false }
}

/** The app's exit also caused the check's other findings. */
function crashed(ran: RanCheck, { how, log }: Crash): RanCheck {
  const finding: Finding = {
    severity: 'error',
    title: `The app's process exits during this check: ${ran.check.title}`,
    why: 'Each repeat of the request stops the app again, for all stores.',
    remedy: 'Handle the error where it occurs, and return 4xx or 5xx. The last log lines show where it was thrown.',
    evidence: [{ kind: 'process', ended: how, log }],
  }
  return { ...ran, outcome: 'failed', reason: null, findings: [finding], crash: { how, log } }
}
