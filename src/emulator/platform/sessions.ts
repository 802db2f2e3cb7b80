import type { Store, StoreRegion } from '../../control/contract.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { integer, text, textOrNull } from '../../storage/columns.ts'
import { insertRow, prepared, updateRows } from '../../storage/statements.ts'
import type { World } from '../world.ts'
import { findStore } from './stores.ts'

/** A signed-in manager: the store is resolved from here and from nowhere else (INST-039). */
export interface Session {
  readonly digest: string
  readonly managerId: number
  readonly email: string
  readonly store: Store
  /** The region that the manager has selected (INST-059). */
  readonly region: StoreRegion
  /** The selected one was closed since, and `region` stands in for it. */
  readonly isSelectionClosed: boolean
  /** What has to come with the cookie; null while the session is not tied to a browser. */
  readonly tiedTo: string | null
  /** What its pages load; nothing for a program. */
  readonly scripts?: readonly string[]
}

/** A working week: long enough for a developer's days, short enough to forget. */
const LIFETIME_MS = 7 * 24 * 3_600_000

export interface NewSession {
  readonly managerId: number
  /** The store's home region when left out. */
  readonly regionId?: number
  readonly tiedTo: string | null
}

/** Starts a session; answers with the cookie's value. */
export function startSession(world: World, { managerId, regionId, tiedTo }: NewSession): string {
  const value = world.randomBytes(32).toString('base64url')
  const home = prepared(
    world.registry,
    `SELECT r.id FROM managers m JOIN regions r ON r.store_id = m.store_id AND r.active = 1
     WHERE m.id = ? ORDER BY r.is_default DESC, r.id`,
  ).get(managerId)
  insertRow(world.registry, 'sessions', {
    digest: digestSecret(value),
    manager_id: managerId,
    region_id: regionId ?? Number(home?.['id']),
    created_at: world.now().getTime(),
    tied_to: tiedTo,
  })
  return value
}

/** The session of a cookie's value; null when there is none or it is over. */
export function findSession(world: World, value: string): Session | null {
  const digest = digestSecret(value)
  const row = prepared(
    world.registry,
    `SELECT s.manager_id, s.region_id, s.created_at, s.tied_to, m.email, m.store_id FROM sessions s JOIN managers m ON m.id = s.manager_id
     WHERE s.digest = ?`,
  ).get(digest)
  if (row === undefined || world.now().getTime() - integer(row, 'created_at') > LIFETIME_MS) return null
  const store = findStore(world, integer(row, 'store_id'))
  const selected = store?.regions.find(({ id }) => id === row['region_id'])
  const region = selected ?? store?.regions[0]
  if (store === null || region === undefined) return null
  const [managerId, email] = [integer(row, 'manager_id'), text(row, 'email')]
  const tiedTo = textOrNull(row, 'tied_to')
  return { digest, managerId, email, store, region, isSelectionClosed: selected === undefined, tiedTo }
}

/** From now on the session needs `proof` beside its cookie; once tied it stays so. */
export function tieSession({ registry }: World, { digest }: Session, proof: string): void {
  prepared(registry, 'UPDATE sessions SET tied_to = ? WHERE digest = ? AND tied_to IS NULL').run(proof, digest)
}

/** Selects another region of the session's own store; nothing happens for a foreign one. */
export function selectRegion(world: World, session: Session, regionId: number): void {
  if (!session.store.regions.some(({ id }) => id === regionId)) return
  updateRows(world.registry, 'sessions', { digest: session.digest }, { region_id: regionId })
}

export function endSession({ registry }: World, session: Session): void {
  prepared(registry, 'DELETE FROM sessions WHERE digest = ?').run(session.digest)
}
