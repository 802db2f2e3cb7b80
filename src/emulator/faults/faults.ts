import type { Fault, FaultKind } from '../../control/fault.ts'
import { AppError } from '../../errors.ts'
import { integer, integerOrNull, iso, text, textOrNull, type Row } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import { readWhileUnchanged } from '../../storage/while-unchanged.ts'
import type { World } from '../world.ts'
import { checkFault, type NewFault } from './check-fault.ts'
import { fitsPattern, wholePattern } from './path-pattern.ts'

/** The faults that are set, in the order in which they are matched. Kept in the registry: a restart keeps them. */
export function listFaults({ registry }: Pick<World, 'registry'>): Fault[] {
  return prepared(registry, 'SELECT * FROM faults ORDER BY id').all().map(faultOf)
}

/** Whether any is set: asked at each request, of which most meet none. */
export function hasFaults({ registry }: Pick<World, 'registry'>): boolean {
  return isAnySet(registry, '')
}

const isAnySet = readWhileUnchanged(
  (registry) => prepared(registry, 'SELECT 1 FROM faults LIMIT 1').get() !== undefined,
)

/** Sets one more. Raises `emulator.bad-request` for one that is not possible. */
export function setFault({ registry, now }: World, fault: NewFault): Fault {
  checkFault(fault)
  const { kind, path, method, times, retryAfter, delayMs, appKey } = fault
  const row = prepared(
    registry,
    `INSERT INTO faults (kind, path, method, app_key, retry_after, delay_ms, remaining, set_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
  ).get(
    kind,
    path === undefined ? null : wholePattern(path),
    method ?? null,
    appKey ?? null,
    retryAfter ?? null,
    kind === 'slow' ? (delayMs ?? DEFAULT_DELAY_MS) : null,
    times,
    now().getTime(),
  )
  // RETURNING gives the row that was just inserted.
  return faultOf(row as Row)
}

const DEFAULT_DELAY_MS = 5000

/** Clears one fault, or all of them when none is named; answers with how many. Raises `emulator.unknown-fault`. */
export function clearFaults({ registry }: Pick<World, 'registry'>, id: number | null): number {
  const cleared = Number(prepared(registry, 'DELETE FROM faults WHERE id = coalesce(?, id)').run(id).changes)
  if (cleared > 0 || id === null) return cleared
  throw new AppError('emulator.unknown-fault', `There is no fault ${id}.`, { suggestions: ['app emulator fault list'] })
}

/** What a fault is matched against. */
export interface FaultyRequest {
  readonly method: string
  /** Without its query. */
  readonly path: string
  /** The app that sent it, as far as that is known. */
  readonly appKey: string | null
}

/** The first fault of these kinds that the request meets, counted down; null when it meets none. Synchronous, so that no two requests share one. */
export function takeFault(
  world: Pick<World, 'registry'>,
  request: FaultyRequest,
  isMeant: (kind: FaultKind) => boolean,
): Fault | null {
  const fault = listFaults(world).find((one) => isMeant(one.kind) && meets(request, one)) ?? null
  if (fault !== null) countDown(world, fault)
  return fault
}

function meets(request: FaultyRequest, { path, method, appKey }: Fault): boolean {
  if (method !== null && method !== request.method) return false
  if (appKey !== null && appKey !== request.appKey) return false
  return path === null || fitsPattern(request.path, path)
}

function countDown({ registry }: Pick<World, 'registry'>, { id, remaining }: Fault): void {
  if (remaining === 1) prepared(registry, 'DELETE FROM faults WHERE id = ?').run(id)
  else prepared(registry, 'UPDATE faults SET remaining = remaining - 1, hits = hits + 1 WHERE id = ?').run(id)
}

function faultOf(row: Row): Fault {
  return {
    id: integer(row, 'id'),
    // Written by setFault alone.
    kind: text(row, 'kind') as FaultKind,
    path: textOrNull(row, 'path'),
    method: textOrNull(row, 'method'),
    appKey: textOrNull(row, 'app_key'),
    retryAfter: textOrNull(row, 'retry_after'),
    delayMs: integerOrNull(row, 'delay_ms'),
    remaining: integerOrNull(row, 'remaining'),
    hits: integer(row, 'hits'),
    setAt: iso(row, 'set_at'),
  }
}
