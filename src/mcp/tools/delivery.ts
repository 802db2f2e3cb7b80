import { isTopic } from '../../catalog/topics.ts'
import { optional, region } from '../../control/fields.ts'
import { attemptsOfDelivery } from '../../journal/attempts.ts'
import { begunAt } from '../../journal/begun-at.ts'
import { newestDelivery, requireDelivery, requireEvent, readJournal } from '../../tasks/journal/project-journal.ts'
import { deliveryFacts } from '../../views/webhook/journaled-deliveries.ts'
import { fromTarget, meantTarget } from '../input/from-target.ts'
import { tool } from '../tool.ts'

/** Shows one complete delivery of the journal. */
export const delivery = tool({
  name: 'delivery',
  about: "Show one delivery in full: headers, body, every attempt and the app's response.",
  input: {
    id: optional(region('Delivery number or eventId. Default: the newest delivery.')),
    target: fromTarget('Use the newest delivery from this platform.'),
  },
  effect: 'reads',
  run: async (call, { id, target }) => {
    const { context, project } = call
    const { config } = await project()
    const { row, attempts } = await readJournal(context, config.key, (journal) => {
      const isNumber = /^\d{1,15}$/.test(String(id))
      const named = id === undefined ? newestDelivery(journal, meantTarget(call, target)) : null
      const found = named ?? (isNumber ? requireDelivery(journal, Number(id)) : requireEvent(journal, String(id)))
      return { row: found, attempts: attemptsOfDelivery(journal, found.id) }
    })
    const { topic, eventId, ...facts } = deliveryFacts(row)
    return {
      said: {
        ...facts,
        ...(isTopic(topic) && { topic }),
        bytes: row.body.byteLength,
        attempts: attempts.map((attempt) => {
          const { at, kind, status, ms } = attempt
          return { startedAt: begunAt(attempt), endedAt: at, kind, status, ms }
        }),
      },
      foreign: {
        topic,
        eventId,
        headers: row.headers,
        body: row.body,
        attempts: attempts.map(({ error, answer, sentTo }) => ({ error, response: answer, sentTo })),
      },
    }
  },
})
