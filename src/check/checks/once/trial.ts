import { NotStarted, type AppInstance } from '../../bench/app-instance.ts'
import { keepsMore, tracesOf } from '../../bench/app-state/event-traces.ts'
import type { Bench } from '../../bench/bench.ts'
import { onceARun } from '../../bench/once-a-run.ts'
import { isTaken } from '../../bench/raw-request.ts'
import { CannotJudge } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { countEffects, isOfPanel, NotTaken, takeOne, type Counted } from './count.ts'
import { isSeen, learnEffect, type Effect } from './effect.ts'
import type { OwnEvent } from './measure.ts'

export type Experiment = 'duplicate' | 'late' | 'parallel' | 'failure' | 'instances' | 'restart' | 'kill'

/** Each ends when its own counting does; null where the experiment could not be made. */
export type Trial = Readonly<Record<Experiment, Promise<Counted | null>>>

const AT_ONCE = 5

/** How long a call of the app is held so that its process can be killed meanwhile. */
const HELD_MS = 20_000

/** Begun ahead, with the topic that most likely makes the app do something. */
function learnedEffect() {
  return onceARun(async (bench) => learnEffect(bench, { app: await bench.ownApp(), topic: bench.usualTopic }))
}

/** Two apps side by side, since what starts a process takes long. */
export const onceApps = [learnedEffect(), learnedEffect()] as const

async function effectOf(bench: Bench, which: (typeof onceApps)[number]): Promise<Effect> {
  const effect = await which(bench)
  const topic = await bench.workingTopic()
  const found =
    topic === null || topic === bench.usualTopic ? effect : await learnEffect(bench, { app: effect.app, topic })
  if (!isSeen(found)) throw new CannotJudge('nothing that the app writes shows how often an event took effect')
  return found
}

/** All experiments, one after the other on each app: what an event does can only be counted where nothing else happens. */
export const onceTrial = onceARun(async (bench: Bench): Promise<Trial> => {
  const first = effectOf(bench, onceApps[0])
  const duplicate = first.then((effect) => countDuplicate(bench, effect))
  const late = duplicate.then(async () => countAgain(bench, await first, await takeOne(bench, await first)))
  const parallel = late.then(async () => countParallel(bench, await first))
  const restart = parallel.then(async () => countRestarted(bench, await first))
  // Last: an app may call nothing for a while after a call that failed.
  const failure = restart.then(async () => countFailure(bench, await first))
  const second = effectOf(bench, onceApps[1])
  const kill = second.then((effect) => countKilled(bench, effect))
  const instances = kill.then(async () => countTogether(bench, await second))
  const trial = { duplicate, late, parallel, failure, restart, kill, instances }
  // One that breaks off is told by the check that asks for it.
  for (const one of Object.values(trial)) one.catch(() => {})
  return trial
})

function countDuplicate(bench: Bench, effect: Effect): Promise<Counted> {
  const { app } = effect
  return countEffects(bench, effect, {
    act: async ({ delivery }) => {
      await app.send(delivery)
      await app.send(delivery)
    },
  })
}

/** An event that took effect before comes again, beside another one. */
function countAgain(bench: Bench, effect: Effect, earlier: OwnEvent): Promise<Counted> {
  const { app } = effect
  return countEffects(bench, effect, {
    earlier,
    act: async ({ delivery }) => {
      // One that was started again may need a moment.
      await lastAnswer(bench, app, delivery)
      await app.send(earlier.delivery)
    },
  })
}

function countParallel(bench: Bench, effect: Effect): Promise<Counted> {
  const { app } = effect
  return countEffects(bench, effect, {
    act: async ({ delivery }) => {
      await Promise.all(Array.from({ length: AT_ONCE }, () => app.send(delivery)))
      // What was refused for the crowd comes again, as the platform would send it.
      await app.send(delivery)
    },
  })
}

/** Null when the event is refused again: the platform sends it until the app takes it, however long that may be. */
async function countFailure(bench: Bench, effect: Effect): Promise<Counted | null> {
  const { app } = effect
  try {
    const counted = await countEffects(bench, effect, {
      act: async ({ delivery, isWork }) => {
        const heal = app.calls.fault({ meets: isWork, act: { kind: 'answer', status: 503 } })
        const reply = await app.send(delivery)
        heal()
        if (!isTaken(reply) && !isTaken(await lastAnswer(bench, app, delivery))) throw new NotTaken()
      },
    })
    return counted.times === 'never' && (await isKept(app, counted)) ? { ...counted, times: 'once' } : counted
  } catch (error) {
    if (error instanceof NotTaken) return null
    throw error
  }
}

/** Stopped as by a deployment, with an event that it had taken before. */
async function countRestarted(bench: Bench, effect: Effect): Promise<Counted> {
  const { app } = effect
  const before = await takeOne(bench, effect)
  await app.restart()
  return countAgain(bench, effect, before)
}

/** Null when a second process on the same files is refused, which is right too. */
async function countTogether(bench: Bench, effect: Effect): Promise<Counted | null> {
  const { app } = effect
  try {
    const second = await bench.ownApp({ beside: app })
    const counted = await countEffects(bench, effect, {
      act: async ({ delivery }) => {
        await Promise.all([app.send(delivery), second.send(delivery), app.send(delivery), second.send(delivery)])
        await app.send(delivery)
        await second.close()
      },
    })
    // The other one had it, and nobody asks its panel.
    if (counted.times === 'never' && isOfPanel(effect))
      throw new CannotJudge('each instance may keep in memory what its panel shows')
    return counted
  } catch (error) {
    if (error instanceof NotStarted) return null
    throw error
  }
}

/** Whether the app has written down more of the event than of the one after it, which is done. */
async function isKept(app: AppInstance, { event, fence }: Counted): Promise<boolean> {
  const [waiting, done] = await Promise.all([event, fence].map(({ envelope }) => tracesOf(app, envelope.eventId)))
  return keepsMore(waiting ?? [], done ?? [])
}

/** Kill -9 while the app waits for the platform; null when it asks the platform nothing. */
async function countKilled(bench: Bench, effect: Effect): Promise<Counted | null> {
  const { app } = effect
  if ((await bench.workingTopic()) === null) return null
  let wasHeld = false
  const counted = await countEffects(bench, effect, {
    act: async ({ delivery, isWork }) => {
      const heal = app.calls.fault({ meets: isWork, act: { kind: 'hold', ms: HELD_MS }, times: 1 })
      const sent = app.send(delivery)
      wasHeld = (await app.calls.wait(isWork, HELD_MS)) !== null
      await app.kill()
      await app.start()
      // Another copy with the same database may have taken it up: its call goes on.
      heal()
      if (!isTaken(await sent)) await lastAnswer(bench, app, delivery)
    },
  })
  if (!wasHeld) return null
  return counted.times === 'never' && (await isKept(app, counted)) ? { ...counted, times: 'later' } : counted
}
