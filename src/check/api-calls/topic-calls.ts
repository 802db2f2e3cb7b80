import type { ApiCall } from '../harness/calls.ts'
import type { Harness } from '../harness/harness.ts'
import { onceFor } from '../harness/once-for.ts'
import { patience, untilCall, WORK_MS } from '../harness/work.ts'
import { apiFixture, callingInstall, isWorkOf, sendEvent } from './fixture.ts'

export interface TopicCalls {
  readonly topic: string
  /** Calls that an event of this topic causes. */
  readonly calls: readonly ApiCall[]
}

/** Time in ms within which calls follow the first one on an idle machine. */
const AFTER_MS = 700

/** Returns the calls for each order topic to which app.toml subscribes, each tried in a separate store. Throws `CannotJudge` if the app makes no call. */
export const topicCalls = onceFor(async (harness: Harness): Promise<readonly TopicCalls[]> => {
  const { app } = await apiFixture(harness)
  const topics = harness.config.webhooks.topics.filter((topic) => topic.startsWith('order.'))
  return Promise.all(
    topics.map(async (topic) => {
      const install = await callingInstall(harness)
      const isWork = await isWorkOf(harness, install, await sendEvent(harness, app, install.place, topic))
      const first = await untilCall(harness, app, (call) => isWork(call) && call.status !== null, WORK_MS / 2)
      if (first !== null) await patience(harness, app, AFTER_MS)
      return { topic, calls: app.calls.list().filter(isWork) }
    }),
  )
})
