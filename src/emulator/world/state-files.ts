import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { text, textOrNull } from '../../storage/columns.ts'
import { isEmptied } from '../../storage/emptied.ts'
import { quickCheck } from '../../storage/quick-check.ts'
import { prepared } from '../../storage/statements.ts'

/** The registry's file in an emulator's folder. */
export function registryFile(dir: string): string {
  return join(dir, 'registry.db')
}

/** The files of the stores in an emulator's folder, as paths. */
export function storeFiles(dir: string): string[] {
  const folder = join(dir, 'stores')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.db')) : []
  return names.map((name) => join(folder, name))
}

/** Says what is wrong with a registry that is gone or empty beside stores, which SQLite would take for a new one (R7); null where nothing is. */
export function lostRegistry(dir: string): string | null {
  const path = registryFile(dir)
  const size = sizeOf(path)
  if ((size !== null && size > 0) || storeFiles(dir).length === 0) return null
  return `${path} is ${size === null ? 'missing' : 'empty'}, but its stores exist.`
}

/** Says which stores' files were emptied, or are gone although a seed has filled them. A store that nobody has used yet has no file. */
export function lostStores(dir: string, registry: DatabaseSync): string[] {
  return prepared(registry, 'SELECT code, seed FROM stores')
    .all()
    .flatMap((row) => {
      const path = join(dir, 'stores', `${text(row, 'code')}.db`)
      const size = sizeOf(path)
      const isFilled = textOrNull(row, 'seed') !== null
      if (size === null && isFilled) return [`${path}, the file of a store, is missing.`]
      return size === 0 && (isFilled || isEmptied(path)) ? [`${path} is empty.`] : []
    })
}

/** Says which files of the state SQLite cannot read from the first to the last page. Files of more than `upToBytes` are left out. */
export function unreadableFiles(dir: string, upToBytes = Infinity): string[] {
  return [registryFile(dir), ...storeFiles(dir)]
    .filter((path) => (sizeOf(path) ?? 0) > 0 && (sizeOf(path) ?? 0) <= upToBytes)
    .filter((path) => !isReadable(path))
    .map((path) => `${path} is damaged.`)
}

function isReadable(path: string): boolean {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 1000 })
    return quickCheck(db) === 'ok'
  } catch {
    return false
  } finally {
    db?.close()
  }
}

/** Null where there is no such file. */
function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}
