import type { KeyObject } from 'node:crypto'

import { attemptsOfDelivery, type AttemptRow } from '../../journal/attempts.ts'
import { begunAt } from '../../journal/begun-at.ts'
import { findDelivery, type DeliveryRow } from '../../journal/deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { webhookHeaderNames, signWebhook } from '../../protocol/webhook-signature.ts'
import { integer, text } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import { besideDelivery, type AppLog, type Beside } from '../beside.ts'
import { bodyText, type BodyText } from '../body-text.ts'
import { buildWaterfall, type Waterfall } from './waterfall.ts'

/** Facts about a delivery's signature. The key itself never appears. */
export interface SignatureRecipe {
  /** Signed text before the body: topic, store id and timestamp, each followed by a line feed. */
  readonly signedText: string
  readonly bodyBytes: number
  readonly header: string
  /** Signature as it arrived. */
  readonly received: string
  /** Signature computed with the current key; null without a key. */
  readonly recomputed: string | null
  readonly verdict: string
  /** Seconds from the timestamp to the receipt; negative if the sender's clock was ahead. */
  readonly ageSeconds: number
}

export interface AttemptDetail extends Omit<AttemptRow, 'at'> {
  readonly begunAt: string
  /** End of the attempt. */
  readonly at: string
}

interface Copy {
  readonly id: number
  readonly mark: string
  readonly receivedAt: string
}

export interface DeliveryDetail extends Omit<
  DeliveryRow,
  'receivedAt' | 'nextAttemptAt' | 'body' | 'signature' | 'verdict'
> {
  readonly receivedAt: string
  readonly nextAttemptAt: string | null
  readonly body: BodyText
  readonly signature: SignatureRecipe
  readonly attempts: readonly AttemptDetail[]
  /** Other deliveries of the same event, in order of arrival. */
  readonly copies: readonly Copy[]
  readonly beside: Beside
  readonly waterfall: Waterfall
}

/** Maximum number of listed copies of one event. */
const MOST_COPIES = 50

export interface DetailTools {
  readonly journal: Journal
  readonly key: () => KeyObject | null
  /** Null or omitted if this process does not run the app. */
  readonly log?: AppLog
}

/** Returns everything about one delivery, or null for an unknown number. */
export function deliveryDetail({ journal, key, log = null }: DetailTools, id: number): DeliveryDetail | null {
  const row = findDelivery(journal, id)
  if (row === null) return null
  const { signature: _signature, verdict: _verdict, ...rest } = row
  return {
    ...rest,
    receivedAt: row.receivedAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    body: bodyText(row.body),
    signature: describeSignature(row, key()),
    attempts: attemptsOfDelivery(journal, id).map(attemptDetail),
    copies: findCopies(journal, row),
    beside: besideDelivery(journal, row, log),
    waterfall: buildWaterfall(journal, row),
  }
}

function attemptDetail(attempt: AttemptRow): AttemptDetail {
  return { ...attempt, begunAt: begunAt(attempt).toISOString(), at: attempt.at.toISOString() }
}

function findCopies(journal: Journal, { id, eventId }: DeliveryRow): Copy[] {
  if (eventId === null) return []
  return prepared(
    journal.db,
    `SELECT id, mark, received_at FROM deliveries WHERE app_key = ? AND event_id = ? AND id <> ? ORDER BY id LIMIT ${MOST_COPIES}`,
  )
    .all(journal.appKey, eventId, id)
    .map((row) => ({ id: integer(row, 'id'), mark: text(row, 'mark'), receivedAt: text(row, 'received_at') }))
}

function describeSignature(row: DeliveryRow, key: KeyObject | null): SignatureRecipe {
  const { topic, storeId, timestamp, body, signature, verdict, receivedAt } = row
  return {
    signedText: `${topic}\n${storeId}\n${timestamp}\n`,
    bodyBytes: body.byteLength,
    header: webhookHeaderNames.signature,
    received: signature,
    recomputed: key === null ? null : signWebhook({ key, topic, storeId, timestamp, body }),
    verdict,
    ageSeconds: Math.floor(receivedAt.getTime() / 1000) - timestamp,
  }
}
