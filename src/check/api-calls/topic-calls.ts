import type { ApiCall } from '../bench/calls.ts'
import { onceARun } from '../bench/once-a-run.ts'
import { workMs } from '../bench/work.ts'
import { callsWith, isWith } from '../stores/tokens.ts'
import { apiStage, callingInstall, tell } from './stage.ts'

export interface TopicCalls {
  readonly topic: string
  /** What an event of it makes the app ask the platform. */
  readonly calls: readonly ApiCall[]
}

/** For what follows a first call, in ms. */
const AFTER_MS = 700

/** Of each topic of orders to which app.toml subscribes, each tried in a store of its own. Throws `CannotJudge` for an app that calls nothing. */
export const topicCalls = onceARun(async (bench): Promise<readonly TopicCalls[]> => {
  const { app } = await apiStage(bench)
  const topics = bench.config.webhooks.topics.filter((topic) => topic.startsWith('order.'))
  return Promise.all(
    topics.map(async (topic) => {
      const { place, token } = await callingInstall(bench)
      await tell(bench, app, place, topic)
      const first = await app.calls.wait((call) => isWith(token)(call) && call.status !== null, workMs(bench) / 2)
      if (first !== null) await bench.sleep(AFTER_MS)
      return { topic, calls: [...callsWith(app, token)] }
    }),
  )
})
