import type { Fault } from '../../control/fault.ts'
import { wholePattern } from '../../control/path-pattern.ts'
import type { Row } from '../../storage/columns.ts'
import { insertRow, prepared, rowById } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { checkFault, type NewFault } from './check-fault.ts'
import { readFault } from './fault-row.ts'
import { usualDelayMs } from './usual-delay.ts'

/**
 * Lists the faults in the order in which they are matched, including future and expired ones. They
 * are stored in the registry and survive a restart.
 */
export function listFaults({ registry, now }: Pick<EmulatorContext, 'registry' | 'now'>): Fault[] {
  const at = now().getTime()
  return prepared(registry, 'SELECT * FROM faults ORDER BY id')
    .all()
    .map((row) => readFault(row, at))
}

/** Lists the faults that match something now or later. */
export function setFaults(context: Pick<EmulatorContext, 'registry' | 'now'>): Fault[] {
  return listFaults(context).filter(({ state }) => state !== 'expired')
}

/** An expired fault stays visible for this time. */
const KEPT_MS = 3_600_000

/** Adds a fault. Raises `emulator.bad-request` for an invalid one. */
export function setFault({ registry, now }: EmulatorContext, fault: NewFault): Fault {
  checkFault(fault)
  const { kind, path, method, topic, times, retryAfter, delayMs, delayMaxMs, percent, appKey, afterMs, forMs } = fault
  const at = now().getTime()
  const startsAt = at + afterMs
  prepared(registry, 'DELETE FROM faults WHERE ends_at < ?').run(at - KEPT_MS)
  const id = insertRow(registry, 'faults', {
    kind,
    path: path === undefined ? null : wholePattern(path),
    method: method ?? null,
    topic: topic ?? null,
    app_key: appKey ?? null,
    retry_after: retryAfter ?? null,
    delay_ms: usualDelayMs[kind] === undefined ? null : (delayMs ?? usualDelayMs[kind]),
    delay_max_ms: delayMaxMs ?? null,
    percent: percent ?? null,
    seed: fault.seed,
    in_a_row: fault.inARow,
    sent_to: fault.to ?? null,
    remaining: times,
    set_at: at,
    starts_at: startsAt,
    ends_at: forMs === undefined ? null : startsAt + forMs,
  })
  // The row was just inserted, so it exists.
  return readFault(rowById(registry, 'faults', id) as Row, at)
}

/** Clears all faults and returns their number. */
export function clearFaults({ registry }: Pick<EmulatorContext, 'registry'>): number {
  return Number(prepared(registry, 'DELETE FROM faults').run().changes)
}

/** Clears one fault. Returns 1, or 0 if no fault has this number. */
export function clearFault({ registry }: Pick<EmulatorContext, 'registry'>, id: number): number {
  return Number(prepared(registry, 'DELETE FROM faults WHERE id = ?').run(id).changes)
}
