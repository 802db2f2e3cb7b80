import { Buffer } from 'node:buffer'

import { isSuccess } from '../../http/status.ts'
import type { AttemptRow } from '../../journal/attempts.ts'
import { begunAt } from '../../journal/begun-at.ts'
import type { DeliveryRow } from '../../journal/deliveries.ts'
import type { Style } from '../../terminal/style.ts'
import { table, type Column } from '../../terminal/table.ts'
import { escapeCell, escapeForeign } from '../../text/escape.ts'
import { indentJson } from '../../text/indent-json.ts'
import { parseJson } from '../../text/json.ts'
import { platformWait } from '../../webhooks/too-slow.ts'
import { facts, noRows, orDash, shownTime } from '../cells.ts'
import type { View } from '../view.ts'
import { causedCallTable, type CausedCall } from './caused-calls.ts'

export interface DeliveryDetail {
  readonly delivery: DeliveryRow
  /** Null if no recorded install has it. */
  readonly regionCode: string | null
  readonly attempts: readonly AttemptRow[]
  readonly calls: readonly CausedCall[]
}

const unheard = `too-late: the platform stopped waiting after ${platformWait} and counts the delivery as failed`

/** Formats one delivery with its headers, body, signature and every attempt. */
export const journaledDelivery: View<DeliveryDetail> = ({ delivery, regionCode, attempts, calls }, looks) => {
  const { id, topic, eventId, storeId, regionId, timestamp, signature, state, mark, target, headers, body } = delivery
  const head = facts(
    [
      ['Delivery', String(id)],
      ['Received', shownTime(delivery.receivedAt.toISOString(), looks)],
      ['Topic', topic],
      ['Event', orDash(eventId)],
      ['Store', delivery.note === 'other-store' ? `${storeId}, but the body has another store` : storeId],
      ...(target === null ? [] : [['From', target] as const]),
      ['Region', orDash(regionCode === null ? regionId : `${regionCode} (${regionId})`)],
      ['State', `${state}${mark === 'first' ? '' : `, ${mark} of ${orDash(delivery.earlierId)}`}`],
      ...(delivery.note === 'too-late' ? [['Note', unheard] as const] : []),
      ['Signature', `${signature}, valid`],
      ['Signed', `HMAC-SHA256 of "${topic}\\n${storeId}\\n${timestamp}\\n" and ${body.byteLength} body bytes`],
    ],
    looks,
  )
  const shownHeaders = Object.entries(headers).map(([name, value]) => escapeCell(`${name}: ${value}`))
  const tried = attempts.length === 0 ? noRows('attempts') : table(attempts, attemptColumns(looks.style), looks)
  const lastAnswer = attempts.findLast(({ answer }) => answer !== null)?.answer
  const answerLines =
    lastAnswer === undefined || lastAnswer === null ? [] : [looks.style.bold('App response'), escapeForeign(lastAnswer)]
  return [
    head,
    looks.style.bold('Headers'),
    ...shownHeaders,
    looks.style.bold('Body'),
    bodyText(body),
    looks.style.bold('Attempts'),
    tried,
    ...answerLines,
    ...(calls.length === 0 ? [] : [looks.style.bold('App calls'), causedCallTable(calls, looks)]),
  ].join('\n')
}

const attemptColumns = (style: Style): readonly Column<AttemptRow>[] => [
  { header: 'STARTED', rank: 9, cell: (attempt) => begunAt(attempt).toISOString(), kind: 'time' },
  { header: 'KIND', rank: 6, cell: ({ kind }) => kind },
  {
    header: 'STATUS',
    rank: 7,
    kind: 'prose',
    cell: ({ status, error }) => orDash(status ?? error),
    paint: ({ status }) => (isSuccess(status) ? style.green : style.red),
  },
  { header: 'APP MS', rank: 5, cell: ({ ms }) => String(ms), kind: 'number' },
  { header: 'TO', rank: 1, cell: ({ sentTo }) => orDash(sentTo) },
]

/** Returns the body, indented if it is JSON, with every value exactly as written. */
function bodyText(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8')
  return escapeForeign(parseJson(text).ok ? indentJson(text) : text)
}
