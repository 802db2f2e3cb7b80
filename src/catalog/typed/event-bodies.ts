import { anyObject, long, text } from '../fields.ts'
import * as z from '../schema.ts'
import { topicNames, type Topic } from '../topics.ts'

/** Event data about an order. Assumed (N3): the documentation shows no payload. */
const aboutOrder = z.object({
  orderId: long({ about: 'Order id.', min: 1, example: 1001 }),
  orderNumber: text({ about: 'Order number that users see.', example: '1001' }),
  status: text({ about: 'Order status when the event was created.', example: 'paid' }),
  currency: text({ about: "The order's currency.", example: 'TRY' }),
})

const aboutNothing = anyObject({ about: 'Not documented. Empty on the emulator.' })

/** Topics of events about an order. */
const ofOrders: readonly Topic[] = topicNames.filter(
  (topic) => topic.startsWith('order.') || topic === 'fulfillment.requested',
)

/**
 * Returns the schema of a topic's event body. Three fields are documented (EVT-008 to EVT-010);
 * `data` is assumed (N3), so it is optional. Additional fields are allowed (EVT-025).
 */
export function eventBodySchema(topic: Topic) {
  const data = ofOrders.includes(topic) ? aboutOrder : aboutNothing
  return z.object({
    eventId: text({
      about: 'Same for every delivery of one event. Starts with `test:` for a test event.',
      min: 1,
      example: 'evt_5b8e2b6f0c1d4a37',
    }),
    storeId: long({ about: 'Store id.', min: 1, example: 1 }),
    regionId: z.nullable(long({ about: 'Region id. null for store-wide events.', min: 1, example: 1 })),
    data: z.optional(data),
  })
}

/** Ids of the assumptions that event bodies of every topic are based on. */
export const assumedOfEvents = ['N3', 'N4', 'N6', 'N18'] as const

/** Converts `shipment.create_requested` to `ShipmentCreateRequested`. */
export function eventTypeName(topic: Topic): string {
  return topic.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
