import type { Bench } from '../../bench/bench.ts'
import { onceFor } from '../../bench/once-for.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import { isSeen, learnEffect, type Effect } from './effect.ts'

/** Started ahead, with the topic that most likely makes the app work. */
function learnedEffect() {
  return onceFor(async (bench: Bench) => learnEffect(bench, { app: await bench.ownApp(), topic: bench.usualTopic }))
}

/** Two apps in parallel, because starting a process takes long. */
export const onceApps = [learnedEffect(), learnedEffect()] as const

type OnceApp = (typeof onceApps)[number]

/** Returns the effect of an event that makes the app work, if there is one. */
export async function learnedOn(bench: Bench, which: OnceApp): Promise<Effect> {
  const effect = await which(bench)
  const topic = await bench.workingTopic()
  return topic === null || topic === bench.usualTopic ? effect : learnEffect(bench, { app: effect.app, topic })
}

/** Throws `CannotJudge` if nothing shows an effect. */
export async function effectOf(bench: Bench, which: OnceApp): Promise<Effect> {
  const found = await learnedOn(bench, which)
  if (!isSeen(found)) throw new CannotJudge("the app's data does not show how often an event took effect")
  return found
}
