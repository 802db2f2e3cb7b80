import type { Fault } from '../../control/fault.ts'
import { wholePattern } from '../../control/path-pattern.ts'
import type { Row } from '../../storage/columns.ts'
import { insertRow, prepared, rowById } from '../../storage/statements.ts'
import type { World } from '../world.ts'
import { checkFault, type NewFault } from './check-fault.ts'
import { faultOf } from './fault-row.ts'
import { usualDelayMs } from './usual-delay.ts'

/**
 * The faults that are set, in the order in which they are matched, with those that begin later and those whose time is over. Kept in the registry: a restart
 * keeps them.
 */
export function listFaults({ registry, now }: Pick<World, 'registry' | 'now'>): Fault[] {
  const at = now().getTime()
  return prepared(registry, 'SELECT * FROM faults ORDER BY id')
    .all()
    .map((row) => faultOf(row, at))
}

/** Those of them that meet something now or later. */
export function setFaults(world: Pick<World, 'registry' | 'now'>): Fault[] {
  return listFaults(world).filter(({ state }) => state !== 'expired')
}

/** How long a fault whose time is over can still be looked at. */
const KEPT_MS = 3_600_000

/** Sets one more. Raises `emulator.bad-request` for one that is not possible. */
export function setFault({ registry, now }: World, fault: NewFault): Fault {
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
  // The row that was just inserted.
  return faultOf(rowById(registry, 'faults', id) as Row, at)
}

/** Clears all of them; answers with how many. */
export function clearFaults({ registry }: Pick<World, 'registry'>): number {
  return Number(prepared(registry, 'DELETE FROM faults').run().changes)
}

/** Clears one fault; returns 1, or 0 where there is none with this number. */
export function clearFault({ registry }: Pick<World, 'registry'>, id: number): number {
  return Number(prepared(registry, 'DELETE FROM faults WHERE id = ?').run(id).changes)
}
