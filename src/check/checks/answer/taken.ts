import { topicNames } from '../../../catalog/topics.ts'
import type { Check } from '../../check.ts'
import { mustTake } from './must-take.ts'

/** Events of an unusual kind. */
export const takenChecks: readonly Check[] = [
  mustTake({
    id: 'unknown-fields',
    title: 'An event with unknown fields is accepted',
    refused: 'An event with an unknown field is refused',
    rules: ['VER-005', 'VER-006'],
    severity: 'error',
    why: 'The platform adds fields without a new version. From that day on every delivery to the app fails.',
    remedy: 'Read the fields that you need and ignore all others: no strict schema, no exact comparison of keys.',
    make: async (bench) => {
      const { envelope } = await bench.event()
      const data = { ...Object(envelope.data), addedLater: { of: ['any', 1] } }
      const extra = [{ addedLater: 'text', version: 2 }, { data }]
      const events = await Promise.all(extra.map((fields) => bench.event({ extra: fields })))
      return events.map(({ delivery }) => delivery)
    },
  }),
  mustTake({
    id: 'unknown-topic',
    title: 'A delivery of a topic that the app does not handle is accepted',
    refused: 'A genuine delivery of a topic that the app does not handle is refused',
    rules: [],
    severity: 'warning',
    why: 'A refused delivery is sent again and again and ends as a dead letter, where it hides real failures. Topics are added, and app.toml may change before the app does. (Advice from svcapp.)',
    remedy: 'Verify the delivery, answer 2xx, and do nothing for topics that you do not know.',
    make: async (bench) => {
      const unsubscribed = topicNames.find(
        (topic) => topic.startsWith('order.') && !bench.config.webhooks.topics.includes(topic),
      )
      const topics = ['stock.changed', ...(unsubscribed === undefined ? [] : [unsubscribed])]
      const events = await Promise.all(topics.map((topic) => bench.event({ topic })))
      return events.map(({ delivery }) => delivery)
    },
  }),
  mustTake({
    id: 'test-event',
    title: 'A test event is accepted',
    refused: "A test event from the app's Webhooks tab is refused",
    rules: ['EVT-004', 'EVT-024'],
    severity: 'warning',
    why: 'A test event is signed and built like any other; only its eventId begins with test:. The tab tells anyone who tries the connection that the app does not work.',
    remedy: 'Accept it with 2xx; log it, and do nothing else.',
    make: async (bench) => {
      const { delivery } = await bench.event({ eventId: `test:${bench.newEventId()}` })
      return [delivery]
    },
  }),
]
