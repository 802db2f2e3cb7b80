import { CannotJudge } from '../../cannot-judge.ts'
import { lastAnswer } from '../../deliver.ts'
import { NotStarted, type AppInstance } from '../../harness/app-instance.ts'
import { isWaiting, traced } from '../../harness/app-state/event-traces.ts'
import type { Harness } from '../../harness/harness.ts'
import { onceFor } from '../../harness/once-for.ts'
import { isTaken, type Answer } from '../../harness/raw-request.ts'
import { slowness, untilCall } from '../../harness/work.ts'
import { NotTaken, untilTaken } from '../../until-taken.ts'
import { countEffects, isOfPanel, takeOne, type Counted } from './count.ts'
import type { Effect } from './effect.ts'
import { forgottenInstall, type Forgotten } from './kept-install.ts'
import { killTrial } from './kill-trial.ts'
import { effectOf, learnedOn, onceApps } from './learned.ts'
import type { OwnEvent } from './measure.ts'

export type Experiment = 'duplicate' | 'late' | 'parallel' | 'failure' | 'instances' | 'restart' | 'kill'

/** Each resolves when its own count is complete, with null if the experiment was not possible. */
export type Trial = Readonly<Record<Experiment, Promise<Counted | null>>> & {
  readonly duplicate: Promise<Duplicate>
  /** True if the first app lost its install in the restart. */
  readonly install: Promise<Forgotten>
}

const AT_ONCE = 5

/** Time in ms on an idle machine that a call of the app is held so that its process can be killed meanwhile. */
const HELD_MS = 20_000

/** Runs all experiments in sequence on each app, because an effect can only be counted while nothing else happens. */
export const onceTrial = onceFor(async (harness: Harness): Promise<Trial> => {
  const first = effectOf(harness, onceApps[0])
  const duplicate = first.then((effect) => countDuplicate(harness, effect))
  const late = duplicate.then(async () => countAgain(harness, await first, await takeOne(harness, await first)))
  const parallel = late.then(async () => countParallel(harness, await first))
  let isRestarted = false
  const restart = parallel.then(async () => countRestarted(harness, await first, () => void (isRestarted = true)))
  const install = restart
    .catch(() => null)
    .then(async (counted) => {
      if ((await harness.workingTopic()) === null) throw new CannotJudge('no event triggers a call to the platform')
      const effect = await learnedOn(harness, onceApps[0])
      // If the effects of events cannot be counted, the app was not restarted yet.
      if (!isRestarted) await effect.app.restart()
      return forgottenInstall(harness, effect, counted)
    })
  // Runs last, because an app may make no calls for a while after a failed one.
  const failure = Promise.all([restart, install.catch(() => null)]).then(async () => countFailure(harness, await first))
  const second = effectOf(harness, onceApps[1])
  // An effect can only be counted while nothing else happens.
  const kill = second.then(async (effect) => {
    await killTrial(harness).catch(() => null)
    return countKilled(harness, effect)
  })
  const instances = kill.then(async () => countTogether(harness, await second))
  const trial = { duplicate, late, parallel, failure, restart, install, kill, instances }
  // An experiment that fails is reported by the check that uses it.
  for (const one of Object.values(trial)) one.catch(() => {})
  return trial
})

interface Duplicate extends Counted {
  /** Response to the repeat of an accepted event; null if it was not accepted at first. */
  readonly repeat: Answer | null
}

async function countDuplicate(harness: Harness, effect: Effect): Promise<Duplicate> {
  const { app } = effect
  let repeat: Answer | null = null
  const counted = await countEffects(harness, effect, {
    act: async ({ delivery, again }) => {
      const first = await app.send(delivery)
      const second = await lastAnswer(harness, app, again)
      if (isTaken(first)) repeat = second
    },
  })
  return { ...counted, repeat }
}

/** Redelivers an event that has already taken effect, together with another one. */
function countAgain(harness: Harness, effect: Effect, earlier: OwnEvent): Promise<Counted> {
  const { app } = effect
  return countEffects(harness, effect, {
    earlier,
    act: async ({ delivery }) => {
      // A restarted app may need a moment.
      await lastAnswer(harness, app, delivery)
      await app.send(earlier.again)
    },
  })
}

function countParallel(harness: Harness, effect: Effect): Promise<Counted> {
  const { app } = effect
  return countEffects(harness, effect, {
    act: async ({ delivery, again }) => {
      await Promise.all(Array.from({ length: AT_ONCE }, () => app.send(delivery)))
      // An event that was rejected under the load is redelivered, as the platform would do.
      await app.send(again)
    },
  })
}

/** Returns null if the event is rejected again: the platform sends it until the app accepts it, however late. */
async function countFailure(harness: Harness, effect: Effect): Promise<Counted | null> {
  const { app } = effect
  try {
    const counted = await countEffects(harness, effect, {
      act: async ({ delivery, again, isWork }) => {
        const heal = app.calls.fault({ meets: isWork, act: { kind: 'answer', status: 503 } })
        const answer = await app.send(delivery)
        heal()
        if (!isTaken(answer)) await untilTaken(harness, app, again)
      },
    })
    return counted.times === 'never' && (await isKept(app, counted)) ? { ...counted, times: 'once' } : counted
  } catch (error) {
    if (error instanceof NotTaken) return null
    throw error
  }
}

/** Stops the app as a deployment would, with an event that it accepted before. */
async function countRestarted(harness: Harness, effect: Effect, onRestarted: () => void): Promise<Counted> {
  const { app } = effect
  const before = await takeOne(harness, effect)
  await app.restart()
  onRestarted()
  return countAgain(harness, effect, before)
}

/** Returns null if a second process on the same files is rejected, which is right too. */
async function countTogether(harness: Harness, effect: Effect): Promise<Counted | null> {
  const { app } = effect
  try {
    const second = await harness.ownApp({ beside: app })
    const counted = await countEffects(harness, effect, {
      act: async ({ delivery, again }) => {
        await Promise.all([app.send(delivery), second.send(delivery), app.send(delivery), second.send(delivery)])
        await app.send(again)
        await second.close()
      },
    })
    // The other process got the event, and its panel is not read.
    if (counted.times === 'never' && isOfPanel(effect))
      throw new CannotJudge('each instance may keep its panel data in memory')
    return counted
  } catch (error) {
    if (error instanceof NotStarted) return null
    throw error
  }
}

/** Returns true if the app recorded more about the event than about the later one, which is finished. */
async function isKept(app: AppInstance, { event, fence }: Counted): Promise<boolean> {
  return isWaiting(app, traced(event), traced(fence))
}

/** Sends SIGKILL while the app waits for the platform. Returns null if it makes no call. */
async function countKilled(harness: Harness, effect: Effect): Promise<Counted | null> {
  const { app } = effect
  if ((await harness.workingTopic()) === null) return null
  let wasHeld = false
  const counted = await countEffects(harness, effect, {
    act: async ({ delivery, again, isWork }) => {
      const ms = HELD_MS * slowness(harness)
      const heal = app.calls.fault({ meets: isWork, act: { kind: 'hold', ms }, times: 1 })
      const sent = lastAnswer(harness, app, delivery)
      const call = untilCall(harness, app, isWork, HELD_MS)
      // An app that lost its install with the last process rejects the event and never calls.
      wasHeld = (await Promise.race([call, sent.then((answer) => (isTaken(answer) ? call : null))])) !== null
      await app.kill()
      await app.start()
      // Another copy with the same database may have continued the work; its call must pass.
      heal()
      if (!isTaken(await sent)) await lastAnswer(harness, app, again)
    },
  })
  if (!wasHeld) return null
  return counted.times === 'never' && (await isKept(app, counted)) ? { ...counted, times: 'later' } : counted
}
