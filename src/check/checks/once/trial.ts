import { NotStarted } from '../../bench/app-instance.ts'
import type { Bench, MadeEvent } from '../../bench/bench.ts'
import { onceARun } from '../../bench/once-a-run.ts'
import { isTaken } from '../../bench/raw-request.ts'
import { isAbout } from '../../bench/work.ts'
import { CannotJudge } from '../../check.ts'
import { countEffects, learnEffect, takeOne, type Counted, type Effect } from './effect.ts'

export type Experiment = 'duplicate' | 'late' | 'parallel' | 'failure' | 'instances' | 'restart' | 'kill'

/** Null where the experiment could not be made. */
export type Trial = Readonly<Record<Experiment, Counted | null>>

const AT_ONCE = 5

/** How long a call of the app is held so that its process can be killed meanwhile. */
const HELD_MS = 20_000

/** All experiments, one after the other on one app of their own: what an event does can only be counted where nothing else happens. */
export const onceTrial = onceARun(async (bench: Bench): Promise<Trial> => {
  const topic = (await bench.workingTopic()) ?? bench.usualTopic
  const effect = await learnEffect(bench, topic)
  if (effect === null) throw new CannotJudge('nothing in the files of the app shows how often an event took effect')
  const { app } = effect
  const count = (act: (event: MadeEvent) => Promise<void>) => countEffects(bench, effect, act)
  return {
    duplicate: await count(async ({ delivery }) => {
      await app.send(delivery)
      await app.send(delivery)
    }),
    late: await late(bench, effect),
    parallel: await count(async ({ delivery }) => {
      await Promise.all(Array.from({ length: AT_ONCE }, () => app.send(delivery)))
      // What was refused for the crowd comes again, as the platform would send it.
      await app.send(delivery)
    }),
    failure: await count(async ({ delivery, order }) => {
      const heal = app.calls.fault({ meets: isAbout(order), act: { kind: 'answer', status: 503 } })
      const reply = await app.send(delivery)
      heal()
      if (!isTaken(reply)) await app.send(delivery)
    }),
    instances: await instances(bench, effect),
    restart: await count(async ({ delivery }) => {
      await app.send(delivery)
      await app.restart()
      await app.send(delivery)
    }),
    kill: await killed(bench, effect),
  }
})

/** The same event again after another one, which then counts as a second. */
async function late(bench: Bench, effect: Effect): Promise<Counted> {
  const { app } = effect
  const first = await takeOne(bench, effect)
  return countEffects(bench, effect, async ({ delivery }) => {
    await app.send(delivery)
    await app.send(first.delivery)
  })
}

/** Null when a second process on the same files is refused, which is right too. */
async function instances(bench: Bench, effect: Effect): Promise<Counted | null> {
  const { app } = effect
  try {
    const second = await bench.ownApp({ beside: app })
    return await countEffects(bench, effect, async ({ delivery }) => {
      await Promise.all([app.send(delivery), second.send(delivery), app.send(delivery), second.send(delivery)])
      await app.send(delivery)
      await second.close()
    })
  } catch (error) {
    if (error instanceof NotStarted) return null
    throw error
  }
}

/** Kill -9 while the app waits for the platform; null when it asks the platform nothing. */
async function killed(bench: Bench, effect: Effect): Promise<Counted | null> {
  const { app } = effect
  let wasHeld = false
  const counted = await countEffects(bench, effect, async ({ delivery, order }) => {
    const heal = app.calls.fault({ meets: isAbout(order), act: { kind: 'slow', ms: HELD_MS }, times: 1 })
    const sent = app.send(delivery)
    wasHeld = (await app.calls.wait(isAbout(order), HELD_MS)) !== null
    await app.kill()
    heal()
    await app.start()
    if (!isTaken(await sent)) await app.send(delivery)
  })
  return wasHeld ? counted : null
}
