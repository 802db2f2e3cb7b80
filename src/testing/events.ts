import { topicNames, type Topic } from '../catalog/topics.ts'
import { AppError } from '../errors.ts'
import { defined } from '../text/defined.ts'
import { didYouMean } from '../text/nearest.ts'
import { rejectUnknown } from './known-fields.ts'
import type { Timeline, SeenDelivery } from './timeline.ts'
import { waitFor, type WaitOptions } from './wait.ts'

export interface EventWait extends WaitOptions {
  /** Only an event of this operation result. */
  readonly of?: { readonly events: readonly { readonly eventId: string }[] }
  readonly where?: (delivery: SeenDelivery) => boolean
  /**
   * `accepted` (default): the app responded with 2xx. `answered`: the attempt ended, with any
   * response or none.
   */
  readonly until?: 'accepted' | 'answered'
}

/**
 * Deliveries from the platform to the app. Each is signed, sent to the app's webhook URL and
 * retried as on the platform.
 */
export interface PlatformEvents {
  /**
   * Waits for the first delivery of the topic since the last reset, including past ones. Raises
   * `testing.timeout` with the timeline in its message.
   */
  readonly waitFor: (topic: Topic, wait?: EventWait) => Promise<SeenDelivery>
  /** Deliveries since the last reset, in the order of their first attempts. */
  readonly list: (topic?: Topic) => readonly SeenDelivery[]
  /** Resolves when no delivery is due: each got a response or waits for a later attempt. */
  readonly settled: () => Promise<void>
}

export function createEvents(timeline: Timeline, settled: () => Promise<void>): PlatformEvents {
  const list = (topic?: Topic) => timeline.deliveries().filter((one) => topic === undefined || one.topic === topic)
  return {
    list,
    waitFor: async (topic, wait = {}) => {
      requireKnown('topic', topic, topicNames)
      rejectUnknown('events.waitFor', wait, { of: true, where: true, until: true, timeoutMs: true })
      const { of, where = () => true, until = 'accepted', timeoutMs } = wait
      requireKnown('until', until, ['accepted', 'answered'])
      const isOf = ({ eventId }: SeenDelivery) =>
        of === undefined || of.events.some((event) => event.eventId === eventId)
      const find = () => list(topic).find((one) => isOf(one) && where(one) && (until === 'answered' || one.isAccepted))
      const what = until === 'accepted' ? `An accepted delivery of ${topic}` : `A delivery of ${topic}`
      return waitFor(timeline, { find, what, ...defined({ timeoutMs }) })
    },
    settled,
  }
}

/** Plain JavaScript may pass any text, and would wait in vain. Raises `usage.invalid`. */
function requireKnown(what: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return
  throw new AppError('usage.invalid', `Unknown ${what} ${JSON.stringify(name)}.`, {
    suggestions: [...didYouMean(name, known), `Known: ${known.join(', ')}.`],
  })
}
