import type { Fault, FaultKind, FaultState } from '../../control/fault.ts'
import { integer, integerOrNull, iso, isoOrNull, text, textOrNull, type Row } from '../../storage/columns.ts'

/** Converts a row of the table `faults`, which only setFault writes, at a time of the emulator's clock in ms. */
export function readFault(row: Row, at: number): Fault {
  return {
    id: integer(row, 'id'),
    kind: text(row, 'kind') as FaultKind,
    path: textOrNull(row, 'path'),
    method: textOrNull(row, 'method'),
    topic: textOrNull(row, 'topic'),
    appKey: textOrNull(row, 'app_key'),
    retryAfter: textOrNull(row, 'retry_after'),
    delayMs: integerOrNull(row, 'delay_ms'),
    delayMaxMs: integerOrNull(row, 'delay_max_ms'),
    percent: integerOrNull(row, 'percent'),
    seed: integer(row, 'seed'),
    inARow: integer(row, 'in_a_row'),
    to: textOrNull(row, 'sent_to'),
    remaining: integerOrNull(row, 'remaining'),
    matched: integer(row, 'seen'),
    hits: integer(row, 'hits'),
    setAt: iso(row, 'set_at'),
    startsAt: iso(row, 'starts_at'),
    endsAt: isoOrNull(row, 'ends_at'),
    state: faultState(row, at),
  }
}

function faultState(row: Row, at: number): FaultState {
  if (at < integer(row, 'starts_at')) return 'scheduled'
  return at < (integerOrNull(row, 'ends_at') ?? Infinity) ? 'active' : 'expired'
}
