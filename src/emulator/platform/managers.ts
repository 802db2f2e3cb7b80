import { createHash, timingSafeEqual } from 'node:crypto'

import { bytes, integer } from '../../storage/columns.ts'
import { insertRow, prepared, readInteger } from '../../storage/statements.ts'
import type { World } from '../world.ts'

export interface NewManager {
  readonly storeId: number
  readonly email: string
  readonly password: string
}

/** Adds a manager to a store; of the password only a salted digest is kept. */
export function addManager(world: World, { storeId, email, password }: NewManager): void {
  const salt = world.randomBytes(16)
  insertRow(world.registry, 'managers', {
    store_id: storeId,
    email,
    password_salt: salt,
    password_digest: digest(password, salt),
  })
}

/** The manager whose email and password these are; null otherwise. Unknown emails take as long as known ones. */
export function checkPassword(world: World, email: string, password: string): number | null {
  const row = prepared(world.registry, 'SELECT id, password_salt, password_digest FROM managers WHERE email = ?').get(
    email,
  )
  const digested = digest(password, row === undefined ? Buffer.alloc(16) : bytes(row, 'password_salt'))
  if (row === undefined || !timingSafeEqual(digested, bytes(row, 'password_digest'))) return null
  return integer(row, 'id')
}

/** The manager of a store; every store has one. */
export function managerOf({ registry }: World, storeId: number): number {
  return readInteger(registry, 'SELECT id FROM managers WHERE store_id = ? ORDER BY id', storeId)
}

/** Plain, since passwords are made here from 96 random bits and never chosen by a person: no guess reaches them, however fast it is. */
function digest(password: string, salt: Uint8Array): Buffer {
  return createHash('sha256').update(salt).update(password).digest()
}
