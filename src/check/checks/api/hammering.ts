import { callEvidence } from '../../api-calls/call-evidence.ts'
import { apiFixture, callingInstall, isWorkOf, sendEvent, whileFaulty } from '../../api-calls/fixture.ts'
import type { Check, Finding } from '../../check.ts'
import { error } from '../../finding.ts'
import type { ApiCall, FaultAct } from '../../harness/calls.ts'
import type { Harness } from '../../harness/harness.ts'
import { patience, untilCall } from '../../harness/work.ts'
import { limitTrial, refusal, WATCH_MS } from './limit-trial.ts'

/** Maximum repetitions of one call within the time that the app is watched, whatever the app's schedule. */
const MOST = 6

/** Time in ms on an idle machine to watch an app after an error that no repetition changes. */
const FINAL_WATCH_MS = 3500

/** Number of responses to requests without effect in the time of one repetition, if the machine slows the app down. */
const TURNS = 5

/** Calls with a longer pause (in ms) do not count as hammering, however busy the machine is. */
const LONGEST_GAP_MS = 1000

interface FaultCase {
  readonly id: string
  readonly what: string
  readonly act: FaultAct
  readonly rules: readonly string[]
  readonly remedy: string
  /** True if no repetition of the call changes the response. */
  readonly isFinal?: boolean
}

const later = 'Reject the event with 5xx so that the platform resends it, or retry with growing delays.'

const faultCases: readonly FaultCase[] = [
  {
    id: 'unauthorized',
    what: '401',
    act: { kind: 'answer', status: 401 },
    rules: ['ERR-010'],
    isFinal: true,
    remedy: 'Stop using the token, which stays invalid, and record that the store must reinstall the app.',
  },
  {
    id: 'payment',
    what: '402',
    act: { kind: 'answer', status: 402 },
    rules: ['ERR-013'],
    remedy:
      'Notify the owner, and try again with the next event. Until the plan is paid, the platform rejects every call.',
  },
  {
    id: 'forbidden',
    what: '403',
    act: { kind: 'answer', status: 403 },
    rules: ['ERR-014'],
    isFinal: true,
    remedy: 'Report the missing scope, and stop. Retrying does not help, because the token lacks the scope.',
  },
  {
    id: 'rate-limit',
    what: '429',
    act: refusal,
    rules: ['ERR-018', 'LIM-002'],
    remedy: 'Wait as long as Retry-After requires before the next call with this token.',
  },
  { id: 'unavailable', what: '503', act: { kind: 'answer', status: 503 }, rules: [], remedy: later },
  { id: 'broken', what: 'a lost connection', act: { kind: 'break', when: 'before' }, rules: [], remedy: later },
]

/** One check for each error that the platform can return. */
export const hammerChecks: readonly Check[] = faultCases.map((trouble) => ({
  ...checkFacts(trouble),
  run: async (harness) =>
    hammered(trouble, {
      calls: trouble.id === 'rate-limit' ? await atLimit(harness) : await watch(harness, trouble),
      paceMs: await (await apiFixture(harness)).app.paceMs(),
    }),
}))

function checkFacts({ id, what, rules }: FaultCase): Omit<Check, 'run'> {
  const title = `After ${what}, the app does not repeat the same call over and over`
  return { id: `api.${id}`, title, rules, needs: ['answer.order', 'api.token'] }
}

async function atLimit(harness: Harness): Promise<readonly ApiCall[]> {
  const { hammering } = await limitTrial(harness)
  return hammering
}

async function watch(harness: Harness, trouble: FaultCase): Promise<readonly ApiCall[]> {
  const { app } = await apiFixture(harness)
  const install = await callingInstall(harness)
  return whileFaulty(app, install, { act: trouble.act }, async () => {
    const isWork = await isWorkOf(harness, install, await sendEvent(harness, app, install.place))
    const isFaulty = (call: ApiCall) => call.faulty && isWork(call)
    await untilCall(harness, app, isFaulty)
    await patience(harness, app, timeToWatch(trouble))
    return app.calls.list().filter(isFaulty)
  })
}

/** Returns the time in ms on an idle machine. */
function timeToWatch({ isFinal = false }: FaultCase): number {
  return isFinal ? FINAL_WATCH_MS : WATCH_MS
}

interface Watched {
  readonly calls: readonly ApiCall[]
  /** The app's pace on this machine. */
  readonly paceMs: number
}

function hammered(trouble: FaultCase, { calls, paceMs }: Watched): readonly Finding[] {
  const { what, remedy } = trouble
  const counts = Map.groupBy(calls, ({ method, path }) => `${method} ${path}`)
  const gapMs = Math.max(timeToWatch(trouble) / MOST, Math.min(LONGEST_GAP_MS, TURNS * paceMs))
  const isDense = (same: readonly ApiCall[]) =>
    same.some(({ at }, index) => (same[index + MOST]?.at ?? Number.POSITIVE_INFINITY) - at <= MOST * gapMs)
  const most = [...counts.values()].find(isDense)
  if (most === undefined) return []
  return error({
    title: `After ${what}, the app repeats the same call ${most.length} times within seconds`,
    why: "The repeats use the token's budget of 600 calls a minute. With many stores, they can overload the platform.",
    remedy,
    evidence: callEvidence(most),
  })
}
