import { escapeCell } from '../../text/escape.ts'
import type { TriggerAnswer } from '../../webhooks/trigger.ts'

/** `test:… 200 12 ms`, and the same of the second copy. */
export function answerLine({ eventId, status, ms, duplicate }: TriggerAnswer): string {
  const id = eventId === null ? 'no eventId' : escapeCell(eventId)
  const first = `${id}  ${status}  ${ms} ms`
  return duplicate ? `${first}\n${id}  ${duplicate.status}  ${duplicate.ms} ms` : first
}
