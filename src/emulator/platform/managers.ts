import { createHash, timingSafeEqual } from 'node:crypto'

import { bytes, integer } from '../../storage/columns.ts'
import { insertRow, prepared, readInteger } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'

export interface NewManager {
  readonly storeId: number
  readonly email: string
  readonly password: string
}

/** Adds a manager to a store. Only a salted digest of the password is stored. */
export function addManager(context: EmulatorContext, { storeId, email, password }: NewManager): void {
  const salt = context.randomBytes(16)
  insertRow(context.registry, 'managers', {
    store_id: storeId,
    email,
    password_salt: salt,
    password_digest: digest(password, salt),
  })
}

/** Returns the manager with this email and password, or null. The check takes the same time for unknown emails. */
export function checkPassword(context: EmulatorContext, email: string, password: string): number | null {
  const row = prepared(context.registry, 'SELECT id, password_salt, password_digest FROM managers WHERE email = ?').get(
    email,
  )
  const digested = digest(password, row === undefined ? Buffer.alloc(16) : bytes(row, 'password_salt'))
  if (row === undefined || !timingSafeEqual(digested, bytes(row, 'password_digest'))) return null
  return integer(row, 'id')
}

/** Returns the store's manager. Every store has one. */
export function managerOf({ registry }: EmulatorContext, storeId: number): number {
  return readInteger(registry, 'SELECT id FROM managers WHERE store_id = ? ORDER BY id', storeId)
}

/** A plain hash is enough: passwords are generated from 96 random bits and never chosen by users, so they cannot be guessed at any speed. */
function digest(password: string, salt: Uint8Array): Buffer {
  return createHash('sha256').update(salt).update(password).digest()
}
