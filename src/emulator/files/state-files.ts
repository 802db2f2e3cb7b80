import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { text, textOrNull } from '../../storage/columns.ts'
import { isEmptied } from '../../storage/emptied.ts'
import { quickCheck } from '../../storage/quick-check.ts'
import { prepared } from '../../storage/statements.ts'

/** Returns the registry's file in an emulator's folder. */
export function registryFile(dir: string): string {
  return join(dir, 'registry.db')
}

/** Returns the paths of the stores' files in an emulator's folder. */
export function storeFiles(dir: string): string[] {
  const folder = join(dir, 'stores')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.db')) : []
  return names.map((name) => join(folder, name))
}

/** Describes a registry that is missing or empty next to stores, which SQLite would take for a new one (R7). Returns null if nothing is wrong. */
export function lostRegistry(dir: string): string | null {
  const path = registryFile(dir)
  const size = sizeOf(path)
  if ((size !== null && size > 0) || storeFiles(dir).length === 0) return null
  return `${path} is ${size === null ? 'missing' : 'empty'}, but the store files exist.`
}

/** Lists stores whose files were emptied, or are missing although the store was seeded. An unused store has no file. */
export function lostStores(dir: string, registry: DatabaseSync): string[] {
  return prepared(registry, 'SELECT code, seed FROM stores')
    .all()
    .flatMap((row) => {
      const path = join(dir, 'stores', `${text(row, 'code')}.db`)
      const size = sizeOf(path)
      const isFilled = textOrNull(row, 'seed') !== null
      if (size === null && isFilled) return [`The store file ${path} is missing.`]
      return size === 0 && (isFilled || isEmptied(path)) ? [`${path} is empty.`] : []
    })
}

/** Lists the files of the state that SQLite cannot read completely. Files larger than `upToBytes` are skipped. */
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

/** Returns null if the file does not exist. */
function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}
