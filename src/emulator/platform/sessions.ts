import type { Store, StoreRegion } from '../../control/contract.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { integer, text, textOrNull } from '../../storage/columns.ts'
import { insertRow, prepared, updateRows } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { findStore } from './stores.ts'

/** A signed-in manager. The session is the only source of the store (INST-039). */
export interface Session {
  readonly digest: string
  readonly managerId: number
  readonly email: string
  readonly store: Store
  /** Region that the manager has selected (INST-059). */
  readonly region: StoreRegion
  /** True if the selected region was closed and `region` replaces it. */
  readonly isSelectionClosed: boolean
  /** Proof required with the cookie; null while the session is not tied to a browser. */
  readonly tiedTo: string | null
  /** Scripts that its pages load; omitted for a program. */
  readonly scripts?: readonly string[]
}

/** Seven days: long enough for a developer's work, short enough to expire. */
const LIFETIME_MS = 7 * 24 * 3_600_000

export interface NewSession {
  readonly managerId: number
  /** Defaults to the store's home region. */
  readonly regionId?: number
  readonly tiedTo: string | null
}

/** Starts a session and returns the cookie's value. */
export function startSession(context: EmulatorContext, { managerId, regionId, tiedTo }: NewSession): string {
  const value = context.randomBytes(32).toString('base64url')
  const home = prepared(
    context.registry,
    `SELECT r.id FROM managers m JOIN regions r ON r.store_id = m.store_id AND r.active = 1
     WHERE m.id = ? ORDER BY r.is_default DESC, r.id`,
  ).get(managerId)
  insertRow(context.registry, 'sessions', {
    digest: digestSecret(value),
    manager_id: managerId,
    region_id: regionId ?? Number(home?.['id']),
    created_at: context.now().getTime(),
    tied_to: tiedTo,
  })
  return value
}

/** Returns the session for a cookie's value, or null if it does not exist or has expired. */
export function findSession(context: EmulatorContext, value: string): Session | null {
  const digest = digestSecret(value)
  const row = prepared(
    context.registry,
    `SELECT s.manager_id, s.region_id, s.created_at, s.tied_to, m.email, m.store_id FROM sessions s JOIN managers m ON m.id = s.manager_id
     WHERE s.digest = ?`,
  ).get(digest)
  if (row === undefined || context.now().getTime() - integer(row, 'created_at') > LIFETIME_MS) return null
  const store = findStore(context, integer(row, 'store_id'))
  const selected = store?.regions.find(({ id }) => id === row['region_id'])
  const region = selected ?? store?.regions[0]
  if (store === null || region === undefined) return null
  const [managerId, email] = [integer(row, 'manager_id'), text(row, 'email')]
  const tiedTo = textOrNull(row, 'tied_to')
  return { digest, managerId, email, store, region, isSelectionClosed: selected === undefined, tiedTo }
}

/** Ties a session to `proof`, which is required with its cookie from then on. A tied session stays tied. */
export function tieSession({ registry }: EmulatorContext, { digest }: Session, proof: string): void {
  prepared(registry, 'UPDATE sessions SET tied_to = ? WHERE digest = ? AND tied_to IS NULL').run(proof, digest)
}

/** Selects another region of the session's own store. Does nothing for another store's region. */
export function selectRegion(context: EmulatorContext, session: Session, regionId: number): void {
  if (!session.store.regions.some(({ id }) => id === regionId)) return
  updateRows(context.registry, 'sessions', { digest: session.digest }, { region_id: regionId })
}

export function endSession({ registry }: EmulatorContext, session: Session): void {
  prepared(registry, 'DELETE FROM sessions WHERE digest = ?').run(session.digest)
}
