import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'

import { inTransaction } from './database.ts'
import { faulty } from './faulty.ts'
import { seal, unseal, type Keys } from './keys.ts'

export interface Region {
  readonly id: number
  readonly code: string
  readonly currency: string
}

/** What the exchange answers, in snake_case unlike all else. */
export interface Exchanged {
  readonly access_token: string
  readonly store_id: number
  readonly region_id: number | null
  readonly regions: readonly Region[] | null
  readonly store_name: string
  readonly scopes: readonly string[]
}

export interface Install {
  readonly storeId: number
  /** Null for a store-wide install. */
  readonly regionId: number | null
  /** Of a store-wide install. */
  readonly regions: readonly Region[]
  readonly storeName: string
  /** Null when the app was removed. */
  readonly token: string | null
  readonly isRemoved: boolean
}

/** Region 0 stands for the whole store in the table. */
export class Installs {
  readonly #db: DatabaseSync
  readonly #key: Buffer

  constructor(db: DatabaseSync, keys: Keys) {
    this.#db = db
    this.#key = keys.token
  }

  /** Writes down what the exchange answered: a new token in place of the old one, which is dead. */
  save(exchanged: Exchanged): void {
    const { store_id: storeId, region_id: regionId, regions, store_name: name, access_token: token } = exchanged
    const place = regionId ?? 0
    const kept = faulty('secret-plain-file') ? token : seal(this.#key, `${storeId}/${place}`, token)
    inTransaction(this.#db, () => {
      if (faulty('install-one-store')) this.#db.exec('DELETE FROM installs')
      if (faulty('install-one-region')) this.#db.prepare('DELETE FROM installs WHERE store_id = ?').run(storeId)
      this.#db
        .prepare(
          faulty('install-old-token') || faulty('install-old-given-up')
            ? 'INSERT OR IGNORE INTO installs VALUES (?, ?, ?, ?, ?, ?, NULL)'
            : faulty('lifecycle-no-return')
              ? `INSERT INTO installs VALUES (?, ?, ?, ?, ?, ?, NULL) ON CONFLICT DO UPDATE SET token = excluded.token`
              : 'INSERT OR REPLACE INTO installs VALUES (?, ?, ?, ?, ?, ?, NULL)',
        )
        .run(storeId, place, regionId === null ? 'store' : 'region', JSON.stringify(regions ?? []), name, kept)
    })
  }

  all(): Install[] {
    return this.#db
      .prepare('SELECT * FROM installs')
      .all()
      .map((row) => this.#read(row))
  }

  living(): Install[] {
    return this.all().filter(({ token, isRemoved }) => token !== null && !isRemoved)
  }

  /** The install of exactly this store and region, or the store-wide one. */
  find(storeId: number, regionId: number | null): Install | null {
    const ofStore = this.all().filter((install) => install.storeId === storeId)
    if (faulty('install-last-region')) return ofStore.findLast(({ token }) => token !== null) ?? ofStore[0] ?? null
    return (
      ofStore.find((install) => install.regionId === regionId && install.token !== null) ??
      ofStore.find((install) => install.regionId === null) ??
      ofStore.find((install) => install.regionId === regionId) ??
      null
    )
  }

  /** Forgets the token, which is dead. */
  remove({ storeId, regionId }: Install): void {
    const which = faulty('lifecycle-whole-store')
      ? 'store_id = ? AND ? IS NOT NULL'
      : faulty('lifecycle-all-stores')
        ? '? IS NOT NULL AND ? IS NOT NULL'
        : 'store_id = ? AND region_id = ?'
    const kept = faulty('lifecycle-token-kept') ? 'token' : 'NULL'
    this.#db
      .prepare(`UPDATE installs SET token = ${kept}, removed_at = ? WHERE ${which}`)
      .run(Date.now(), storeId, regionId ?? 0)
  }

  #read(row: Record<string, SQLOutputValue>): Install {
    const storeId = Number(row['store_id'])
    const place = Number(row['region_id'])
    const sealed = row['token']
    const isGone = faulty('lifecycle-no-return') && row['removed_at'] !== null
    const owner = `${storeId}/${place}`
    const token =
      typeof sealed !== 'string' || isGone
        ? null
        : faulty('secret-plain-file')
          ? sealed
          : unseal(this.#key, owner, sealed)
    return {
      storeId,
      regionId: row['scope'] === 'store' ? null : place,
      // Written by save.
      regions: JSON.parse(String(row['regions'])) as Region[],
      storeName: String(row['store_name']),
      token,
      isRemoved: row['removed_at'] !== null,
    }
  }
}
