import { apiStage, callingInstall, tell, whileFaulty, type WatchedInstall } from '../../api-calls/stage.ts'
import type { Bench } from '../../bench/bench.ts'
import type { ApiCall, FaultAct } from '../../bench/calls.ts'
import { onceARun } from '../../bench/once-a-run.ts'
import { isRefused, isTaken } from '../../bench/raw-request.ts'
import { workMs } from '../../bench/work.ts'
import type { Check } from '../../check.ts'
import { isWith } from '../../stores/tokens.ts'

interface Trouble {
  readonly id: string
  readonly what: string
  readonly act: FaultAct
  readonly waitMs: number
}

const troubles: readonly Trouble[] = [
  { id: 'after-payment', what: '402', act: { kind: 'answer', status: 402 }, waitMs: 0 },
  {
    id: 'after-rate-limit',
    what: '429',
    act: { kind: 'answer', status: 429, headers: { 'Retry-After': '1' } },
    waitMs: 1100,
  },
  { id: 'after-unavailable', what: '503', act: { kind: 'answer', status: 503 }, waitMs: 0 },
  { id: 'after-broken', what: 'a broken connection', act: { kind: 'break', when: 'before' }, waitMs: 0 },
]

/** One trial for each trouble. */
const trials = troubles.map((trouble) => ({ trouble, lost: onceARun((bench) => isLost(bench, trouble)) }))

/** Until it is known of every trouble whether an event was lost in it. */
export async function recovered(bench: Bench): Promise<void> {
  await Promise.allSettled(trials.map(({ lost }) => lost(bench)))
}

/** An event whose call failed is not lost: the app has refused it and takes it later, or does the work by itself. */
export const recoveryChecks: readonly Check[] = trials.map(({ trouble, lost: lostOf }) => ({
  id: `api.${trouble.id}`,
  title: `An event whose call met ${trouble.what} is not lost`,
  rules: ['EVT-012'],
  needs: ['install.works', 'signature.genuine'],
  run: async (bench) => {
    const lost = await lostOf(bench)
    if (lost === null) return []
    return [
      {
        severity: 'error',
        title: `An event whose call met ${trouble.what} is lost`,
        why: 'The platform may be away, busy or unpaid for a while. What the app has said 2xx to is never sent again, and what it forgets meanwhile nobody brings back.',
        remedy:
          'Answer 2xx once the effect, or the job that will bring it about, is written down; refuse with 5xx as long as a call fails in a way that passes, and forget nothing about the store.',
        evidence: [{ kind: 'request', method: 'POST', path: bench.config.webhooks.path, ...lost }],
      },
    ]
  },
}))

/** How often a refused event comes again, and with which pause, as the platform has it (N5), only sooner. */
const TRIES = 3
const PAUSE_MS = 1200

/** What was seen, or null when the work was done in the end. */
async function isLost(
  bench: Bench,
  { act, waitMs }: Trouble,
): Promise<{ readonly status: number | null; readonly afterwards: string } | null> {
  const { app } = await apiStage(bench)
  const install = await callingInstall(bench)
  const told = await whileFaulty(app, install, { act }, async () => {
    const result = await tell(bench, app, install.place)
    await app.calls.wait((call) => isWith(install.token)(call) && call.faulty, workMs(bench))
    return result
  })
  const status = told.reply.answered ? told.reply.status : null
  if (isTaken(told.reply)) {
    const isDone = await workDone(bench, install)
    return isDone ? null : { status, afterwards: 'no further call in the seconds after it' }
  }
  await bench.sleep(waitMs)
  let again = await told.again()
  // On a busy machine a call may take too long for the app once more.
  for (let left = TRIES; left > 0 && !isTaken(again) && !isRefused(again); left -= 1) {
    await bench.sleep(PAUSE_MS)
    again = await told.again()
  }
  if (!isTaken(again)) return { status, afterwards: `refused again (${again.answered ? again.status : again.why})` }
  return (await workDone(bench, install))
    ? null
    : { status, afterwards: 'taken when it was sent again, without a call' }
}

/** Twice as long as work after the answer may take: the app waits before it tries again. */
async function workDone(bench: Bench, { token }: WatchedInstall): Promise<boolean> {
  const { app } = await apiStage(bench)
  const isGood = (call: ApiCall) => isWith(token)(call) && !call.faulty
  return (await app.calls.wait(isGood, workMs(bench) * 1.6)) !== null
}
