import type { Bench } from '../bench/bench.ts'
import type { ApiCall } from '../bench/calls.ts'
import { onceFor } from '../bench/once-for.ts'
import { workMs } from '../bench/work.ts'
import { callsWith, isWith } from '../stores/tokens.ts'
import { apiStage, callingInstall, sendEvent } from './stage.ts'

export interface TopicCalls {
  readonly topic: string
  /** The calls to which an event of this topic leads. */
  readonly calls: readonly ApiCall[]
}

/** Time for calls that follow the first one, in ms. */
const AFTER_MS = 700

/** The calls for each topic of orders to which app.toml subscribes, each tried in a separate store. Throws `CannotJudge` for an app that calls nothing. */
export const topicCalls = onceFor(async (bench: Bench): Promise<readonly TopicCalls[]> => {
  const { app } = await apiStage(bench)
  const topics = bench.config.webhooks.topics.filter((topic) => topic.startsWith('order.'))
  return Promise.all(
    topics.map(async (topic) => {
      const { place, token } = await callingInstall(bench)
      await sendEvent(bench, app, place, topic)
      const first = await app.calls.wait((call) => isWith(token)(call) && call.status !== null, workMs(bench) / 2)
      if (first !== null) await bench.sleep(AFTER_MS)
      return { topic, calls: [...callsWith(app, token)] }
    }),
  )
})
