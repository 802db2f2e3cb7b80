import { CannotJudge } from '../../cannot-judge.ts'
import type { Harness } from '../../harness/harness.ts'
import { onceFor } from '../../harness/once-for.ts'
import { isSeen, learnEffect, type Effect } from './effect.ts'

/** Started ahead, with the topic that most likely makes the app work. */
function learnedEffect() {
  return onceFor(async (harness: Harness) =>
    learnEffect(harness, { app: await harness.ownApp(), topic: harness.usualTopic }),
  )
}

/** Two apps in parallel, because starting a process takes long. */
export const onceApps = [learnedEffect(), learnedEffect()] as const

type OnceApp = (typeof onceApps)[number]

/** Returns the effect of an event that makes the app work, if there is one. */
export async function learnedOn(harness: Harness, which: OnceApp): Promise<Effect> {
  const effect = await which(harness)
  const topic = await harness.workingTopic()
  return topic === null || topic === harness.usualTopic ? effect : learnEffect(harness, { app: effect.app, topic })
}

/** Throws `CannotJudge` if nothing shows an effect. */
export async function effectOf(harness: Harness, which: OnceApp): Promise<Effect> {
  const found = await learnedOn(harness, which)
  if (!isSeen(found)) throw new CannotJudge("the app's data does not show how often an event took effect")
  return found
}
