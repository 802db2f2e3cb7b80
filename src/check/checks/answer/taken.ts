import { topicNames } from '../../../catalog/topics.ts'
import type { Check } from '../../check.ts'
import { mustTake } from './must-take.ts'

/** Events of an unusual kind. */
export const takenChecks: readonly Check[] = [
  mustTake({
    id: 'unknown-fields',
    title: 'An event with unknown fields is accepted',
    refused: 'An event with an unknown field is rejected',
    rules: ['VER-005', 'VER-006'],
    severity: 'error',
    why: 'The platform may add fields without a new version. Once it does, every delivery to the app fails.',
    remedy: 'Read the fields that you need and ignore all others. Do not use a strict schema or compare keys exactly.',
    make: async (harness) => {
      const { envelope } = await harness.event()
      const data = { ...Object(envelope.data), addedLater: { of: ['any', 1] } }
      const extra = [{ addedLater: 'text', version: 2 }, { data }]
      const events = await Promise.all(extra.map((fields) => harness.event({ extra: fields })))
      return events.map(({ delivery }) => delivery)
    },
  }),
  mustTake({
    id: 'unknown-topic',
    title: 'A delivery with a topic that the app does not handle is accepted',
    refused: 'A genuine delivery with a topic that the app does not handle is rejected',
    rules: [],
    severity: 'warning',
    why: 'A rejected delivery is resent until it is a dead letter, and such dead letters hide real failures. The platform may add topics, and app.toml may change before the app does. (Advice from svcapp.)',
    remedy: 'Verify the delivery, return 2xx, and ignore unknown topics.',
    make: async (harness) => {
      const unsubscribed = topicNames.find(
        (topic) => topic.startsWith('order.') && !harness.config.webhooks.topics.includes(topic),
      )
      const topics = ['stock.changed', ...(unsubscribed === undefined ? [] : [unsubscribed])]
      const events = await Promise.all(topics.map((topic) => harness.event({ topic })))
      return events.map(({ delivery }) => delivery)
    },
  }),
  mustTake({
    id: 'test-event',
    title: 'A test event is accepted',
    refused: "A test event from the developer console's Webhooks tab is rejected",
    rules: ['EVT-004', 'EVT-024'],
    severity: 'warning',
    why: 'A test event is built and signed like any other event, except that its eventId starts with test:. Anyone who tests the connection in the Webhooks tab sees a failure.',
    remedy: 'Return 2xx, log the event, and do nothing else.',
    make: async (harness) => {
      const { delivery } = await harness.event({ eventId: `test:${harness.newEventId()}` })
      return [delivery]
    },
  }),
]
