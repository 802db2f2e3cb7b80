import { escapeCell } from '../../text/escape.ts'
import { platformWait } from '../../webhooks/too-slow.ts'
import type { TriggerAnswer } from '../../webhooks/trigger.ts'
import type { Looks } from '../view.ts'

/** Formats `test:… 200 12 ms`, and the same for the second copy. */
export function answerLine({ eventId, status, ms, duplicate }: TriggerAnswer): string {
  const id = eventId === null ? 'no eventId' : escapeCell(eventId)
  const first = `${id}  ${status}  ${ms} ms`
  return duplicate ? `${first}\n${id}  ${duplicate.status}  ${duplicate.ms} ms` : first
}

/** An app may accept a test event and not process it. */
export function passedByNote(topic: string, target: string): string {
  const place = target === 'live' ? 'an order in the store' : '`app emulator order place --paid` for a real order'
  const real = topic.startsWith('order.') ? `, or ${place}` : ''
  return `A 2xx for a \`test:\` event only means that it arrived. The app may ignore it, as the scaffold does. To have the event processed, use --event-id <your own id>${real}.`
}

/** Reports that the response arrived after the platform's timeout. */
export function tooSlowNote(ms: number): string {
  return `Too slow: ${Math.round(ms / 100) / 10} s. The platform stops waiting after ${platformWait}, counts the delivery as failed and resends it. Respond first and do the work later.`
}

/** Reports that the app passed a test in which it must reject the event. */
export function rejectedLine({ status }: TriggerAnswer, wrong: string, { style }: Pick<Looks, 'style'>): string {
  return `${style.green('✓')} The app rejected ${wrong} (${status})`
}
