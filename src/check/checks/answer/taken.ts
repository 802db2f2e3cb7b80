import { topicNames } from '../../../catalog/topics.ts'
import type { Check } from '../../check.ts'
import { mustTake } from './must-take.ts'

/** Events of an unusual kind. */
export const takenChecks: readonly Check[] = [
  mustTake({
    id: 'unknown-fields',
    title: 'An event with unknown fields is accepted',
    refused: 'An event with a field that the app does not know is refused',
    rules: ['VER-005', 'VER-006'],
    severity: 'error',
    why: 'Fields are added without a new version. On that day every delivery of the app fails.',
    remedy: 'Read the fields that you need and ignore all others: no strict schema, no exact comparison of keys.',
    make: async (bench) => {
      const place = await bench.installedPlace()
      const { envelope } = await bench.event({ place })
      const data = { ...Object(envelope.data), addedLater: { of: ['any', 1] } }
      const extra = [{ addedLater: 'text', version: 2 }, { data }]
      const events = await Promise.all(extra.map((fields) => bench.event({ place, extra: fields })))
      return events.map(({ delivery }) => delivery)
    },
  }),
  mustTake({
    id: 'unknown-topic',
    title: 'A topic that the app does nothing about is accepted',
    refused: 'A genuine delivery of a topic that the app does nothing about is refused',
    rules: [],
    severity: 'warning',
    why: 'What is refused is sent again and again and ends as a dead letter, where it hides what really failed. Topics are added, and app.toml is changed sooner than the app. (Advice of svcapp.)',
    remedy: 'Verify, then answer 2xx and do nothing about topics that you do not know.',
    make: async (bench) => {
      const place = await bench.installedPlace()
      const unsubscribed = topicNames.find(
        (topic) => topic.startsWith('order.') && !bench.config.webhooks.topics.includes(topic),
      )
      const topics = ['stock.changed', ...(unsubscribed === undefined ? [] : [unsubscribed])]
      const events = await Promise.all(topics.map((topic) => bench.event({ place, topic })))
      return events.map(({ delivery }) => delivery)
    },
  }),
  mustTake({
    id: 'test-event',
    title: 'A test event is accepted',
    refused: "A test event of the app's Webhooks tab is refused",
    rules: ['EVT-004', 'EVT-024'],
    severity: 'warning',
    why: 'It is signed and built as any other, only its eventId begins with test:. Whoever tries the connection in the tab is told that the app does not work.',
    remedy: 'Accept it with 2xx; do nothing about it but note it.',
    make: async (bench) => {
      const place = await bench.installedPlace()
      const { delivery } = await bench.event({ place, eventId: `test:${bench.newEventId()}` })
      return [delivery]
    },
  }),
]
