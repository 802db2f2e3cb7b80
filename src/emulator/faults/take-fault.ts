import { drawn, drawnBetween } from '../../control/drawn.ts'
import type { Fault, FaultKind } from '../../control/fault.ts'
import { fitsPattern } from '../../control/path-pattern.ts'
import { integer, integerOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import { readWhileUnchanged } from '../../storage/while-unchanged.ts'
import type { World } from '../world.ts'
import { faultOf } from './fault-row.ts'

type FaultTools = Pick<World, 'registry' | 'now'>

/** Whether any fault is set whose time is not over: called for each request and delivery, most of which meet none. */
export function hasFaults({ registry, now }: FaultTools): boolean {
  return lastEnd(registry, '') > now().getTime()
}

const lastEnd = readWhileUnchanged((registry) => {
  const row = prepared(registry, 'SELECT max(coalesce(ends_at, ?)) AS ends_at FROM faults').get(Number.MAX_SAFE_INTEGER)
  return (row === undefined ? null : integerOrNull(row, 'ends_at')) ?? 0
})

/** What a fault is matched against: a request to the platform. */
export interface FaultyRequest {
  readonly method: string
  /** Without its query. */
  readonly path: string
  /** The app that sent it, as far as that is known. */
  readonly appKey: string | null
}

/** The other thing that it is matched against: a delivery on its way to an app. */
export interface FaultyDelivery {
  readonly topic: string
  readonly appKey: string
}

/** A fault as it meets one request or delivery. */
export interface MetFault extends Fault {
  /** How long this one is held back, in ms; 0 for a kind that holds nothing back. */
  readonly heldMs: number
  /** What has to do with this one alone is drawn with it: a number from 0 to below 1. */
  readonly draw: (about: string) => number
}

/**
 * The first fault of these kinds that the request or delivery meets, counted down; null when it meets none. What is left to chance is drawn from the fault's own
 * seed and from how many have fitted before, so that the same requests in the same order meet the same. Synchronous, so that no two share one.
 */
export function takeFault(
  world: FaultTools,
  met: FaultyRequest | FaultyDelivery,
  isMeant: (kind: FaultKind) => boolean,
): MetFault | null {
  const at = world.now().getTime()
  const rows = prepared(
    world.registry,
    'SELECT * FROM faults WHERE starts_at <= ? AND coalesce(ends_at, ?) > ? ORDER BY id',
  ).all(at, Number.MAX_SAFE_INTEGER, at)
  for (const row of rows) {
    const fault = faultOf(row, at)
    if (isMeant(fault.kind) && fits(met, fault) && isChosen(world, fault, integer(row, 'row_left'))) return asMet(fault)
  }
  return null
}

function fits(met: FaultyRequest | FaultyDelivery, { path, method, topic, appKey }: Fault): boolean {
  if (appKey !== null && appKey !== met.appKey) return false
  if ('topic' in met) return topic === null || fitsPattern(met.topic, topic)
  return (method === null || method === met.method) && (path === null || fitsPattern(met.path, path))
}

/** Writes down that it was asked, and whether it was met. */
function isChosen(
  { registry }: FaultTools,
  { id, kind, seed, matched, percent, inARow, remaining }: Fault,
  rowLeft: number,
) {
  const isInRow = rowLeft > 0
  if (!isInRow && percent !== null && drawn(seed, kind, matched) * 100 >= percent) {
    prepared(registry, 'UPDATE faults SET seen = seen + 1 WHERE id = ?').run(id)
    return false
  }
  if (remaining === 1) prepared(registry, 'DELETE FROM faults WHERE id = ?').run(id)
  else {
    prepared(
      registry,
      'UPDATE faults SET seen = seen + 1, hits = hits + 1, remaining = remaining - 1, row_left = ? WHERE id = ?',
    ).run((isInRow ? rowLeft : inARow) - 1, id)
  }
  return true
}

function asMet(fault: Fault): MetFault {
  const { kind, seed, matched: seen, delayMs, delayMaxMs } = fault
  const least = delayMs ?? 0
  const heldMs = delayMaxMs === null ? least : drawnBetween(least, delayMaxMs, seed, kind, seen, 'delay')
  return { ...fault, heldMs, draw: (about) => drawn(seed, kind, seen, about) }
}
