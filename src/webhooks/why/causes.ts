import { isTopic, type Topic } from '../../catalog/topics.ts'

/** Commands after which the emulator sends a topic (N4). */
const causes: Readonly<Record<Topic, string>> = {
  'order.created': 'app emulator order place',
  'order.paid': 'app emulator order place --paid',
  'order.shipped': 'app emulator order ship <order>',
  'order.cancelled': 'app emulator order cancel <order>',
  'order.refunded': 'app emulator order refund <order>',
  'fulfillment.requested': 'app emulator fulfillment request <order>',
  'shipment.create_requested': 'app emulator provider request',
  'invoice.submit_requested': 'app emulator provider request',
  'app.uninstalled': 'app uninstall',
}

/** Returns a sentence on how to make the emulator send the topic. */
export function causeOf(topic: string): string {
  return isTopic(topic) ? `To trigger one, run \`${causes[topic]}\`.` : 'To list the topics, run `app webhook topics`.'
}
