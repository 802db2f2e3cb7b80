import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { Migration } from '../database/schema.ts'
import { KitError } from '../kit-error.ts'

/** The kit's tables for D1. Other databases get theirs without a file. */
const FOR_D1 = '0000_kit.sql'

/** Returns the numbered .sql files of a folder, in order. Empty if the folder does not exist. */
export function readMigrations(folder: string): readonly Migration[] {
  const path = resolve(folder)
  if (!existsSync(path)) return []
  const files = readdirSync(path).filter((name) => name.endsWith('.sql') && name !== FOR_D1)
  const migrations = files.map((name) => ({ name, number: Number(/^(\d{1,6})_/.exec(name)?.[1] ?? 0) }))
  const sorted = migrations.toSorted((a, b) => a.number - b.number)
  const wrong = sorted.find(({ number }, at) => number === 0 || number === sorted[at - 1]?.number)
  if (wrong !== undefined) {
    throw new KitError('config.invalid', `${join(folder, wrong.name)} needs a unique number, as in 0001_orders.sql.`, {
      suggestions: ['Number the files in migrations/ in the order in which they run.'],
    })
  }
  return sorted.map(({ name, number }) => ({ number, text: readFileSync(join(path, name), 'utf8') }))
}
