import type { DatabaseSync } from 'node:sqlite'

import type { SentDelivery } from '../../control/undo.ts'
import { integer, text, type Row } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import { integerOf, type TableChanges } from './changeset.ts'

export interface AfterSending {
  /** Changes that still have to be reverted. */
  readonly rest: readonly TableChanges[]
  readonly sent: readonly SentDelivery[]
  /** Ids of the removed deliveries. */
  readonly gone: readonly number[]
}

/**
 * Splits off deliveries that an app has accepted. They stay in the queue's list because they cannot
 * be recalled. Other deliveries are removed with the operation that caused them.
 */
export function withoutAccepted(
  db: DatabaseSync,
  changes: readonly TableChanges[],
  onItsWay: ReadonlySet<number>,
): AfterSending {
  const sent: SentDelivery[] = []
  const gone: number[] = []
  const rest = changes.map((one) => {
    if (one.table !== 'deliveries') return one
    const rows = one.rows.filter(({ kind, values }) => {
      const id = kind === 'insert' ? integerOf(values[0]) : null
      if (id === null) return true
      const found = prepared(db, 'SELECT event_id, topic, app_key, state, attempts FROM deliveries WHERE id = ?').get(
        id,
      )
      const state = found === undefined ? null : stateOf(found, onItsWay.has(id))
      if (found !== undefined && state !== null) sent.push(sentDelivery(found, state))
      if (state !== 'accepted') gone.push(id)
      return state !== 'accepted'
    })
    return { ...one, rows }
  })
  return { rest: rest.filter(({ rows }) => rows.length > 0), sent, gone }
}

/** Returns null for a delivery that was never sent. */
function stateOf(row: Row, isOnItsWay: boolean): SentDelivery['state'] | null {
  if (text(row, 'state') === 'delivered') return 'accepted'
  if (isOnItsWay) return 'in-flight'
  return integer(row, 'attempts') > 0 ? 'rejected' : null
}

function sentDelivery(row: Row, state: SentDelivery['state']): SentDelivery {
  return { eventId: text(row, 'event_id'), topic: text(row, 'topic'), appKey: text(row, 'app_key'), state }
}
