import { drawn, drawnBetween } from '../../control/drawn.ts'
import type { Fault, FaultKind } from '../../control/fault.ts'
import { fitsPattern } from '../../control/path-pattern.ts'
import { integer, integerOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import { readWhileUnchanged } from '../../storage/while-unchanged.ts'
import type { EmulatorContext } from '../context.ts'
import { readFault } from './fault-row.ts'

type FaultTools = Pick<EmulatorContext, 'registry' | 'now'>

/** Returns whether any unexpired fault exists. Called for each request and delivery, most of which match none. */
export function hasFaults({ registry, now }: FaultTools): boolean {
  return lastEnd(registry, '') > now().getTime()
}

const lastEnd = readWhileUnchanged((registry) => {
  const row = prepared(registry, 'SELECT max(coalesce(ends_at, ?)) AS ends_at FROM faults').get(Number.MAX_SAFE_INTEGER)
  return (row === undefined ? null : integerOrNull(row, 'ends_at')) ?? 0
})

/** Request to the platform that is matched against faults. */
export interface FaultyRequest {
  readonly method: string
  /** Path without its query. */
  readonly path: string
  /** App that sent the request, if known. */
  readonly appKey: string | null
}

/** Delivery to an app that is matched against faults. */
export interface FaultyDelivery {
  readonly topic: string
  readonly appKey: string
}

/** Fault that affects one request or delivery. */
export interface MetFault extends Fault {
  /** Delay of this request or delivery, in ms; 0 for a kind without a delay. */
  readonly heldMs: number
  /** Draws a random number for this match: from 0 to below 1. */
  readonly draw: (about: string) => number
}

/**
 * Returns the first fault of these kinds that matches the request or delivery, and counts it down, or null. Randomness comes from the fault's own seed
 * and its number of matches, so that the same requests in the same order give the same result. Synchronous, so that no two requests share a fault.
 */
export function takeFault(
  context: FaultTools,
  met: FaultyRequest | FaultyDelivery,
  isMeant: (kind: FaultKind) => boolean,
): MetFault | null {
  const at = context.now().getTime()
  const rows = prepared(
    context.registry,
    'SELECT * FROM faults WHERE starts_at <= ? AND coalesce(ends_at, ?) > ? ORDER BY id',
  ).all(at, Number.MAX_SAFE_INTEGER, at)
  for (const row of rows) {
    const fault = readFault(row, at)
    if (isMeant(fault.kind) && fits(met, fault) && isChosen(context, fault, integer(row, 'row_left')))
      return asMet(fault)
  }
  return null
}

function fits(met: FaultyRequest | FaultyDelivery, { path, method, topic, appKey }: Fault): boolean {
  if (appKey !== null && appKey !== met.appKey) return false
  if ('topic' in met) return topic === null || fitsPattern(met.topic, topic)
  return (method === null || method === met.method) && (path === null || fitsPattern(met.path, path))
}

/** Records that the fault was checked, and whether it takes effect. */
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
