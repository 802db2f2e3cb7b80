import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { copyPrivateFile, ensureFolder } from '../../storage/files.ts'

/** Files of a state, in a folder from which `commitLoad` restores them. */
export interface KeptFiles {
  /** Folder name. */
  readonly staged: string
  readonly bytes: number
}

/** Name prefix of a folder with a state that can be restored. */
const KEPT = '.undo-'

/**
 * Saves the files of a state. The stores' files get a second name, because new files replace them. The registry's file is copied. No
 * program may have a database open, because its last changes may still be in a separate file. Raises `storage.*` and system errors.
 */
export function keepFiles(dir: string): KeptFiles {
  const staged = `${KEPT}${randomBytes(6).toString('hex')}`
  const folder = join(dir, staged)
  try {
    ensureFolder(folder)
    ensureFolder(join(folder, 'stores'))
    copyPrivateFile(join(dir, 'registry.db'), join(folder, 'registry.db'))
    if (existsSync(join(dir, 'registry.db-wal'))) throw new Error('Another process is using the registry.')
    const stores = existsSync(join(dir, 'stores')) ? readdirSync(join(dir, 'stores')) : []
    const files = stores.filter((name) => name.endsWith('.db')).map((name) => join('stores', name))
    if (stores.some((name) => name.endsWith('-wal'))) throw new Error('Another process is using a store.')
    for (const file of files) linkOrCopy(join(dir, file), join(folder, file))
    const bytes = ['registry.db', ...files].reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
    return { staged, bytes }
  } catch (error) {
    forgetFiles(dir, staged)
    throw error
  }
}

/** Deletes saved files. */
export function forgetFiles(dir: string, staged: string): void {
  rmSync(join(dir, staged), { recursive: true, force: true })
}

/** Copies if the file system has no hard links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyPrivateFile(from, to)
  }
}

/** Removes the saved states that a killed process has left. */
export function removeKept(dir: string): void {
  if (!existsSync(dir)) return
  for (const name of readdirSync(dir).filter((one) => one.startsWith(KEPT))) forgetFiles(dir, name)
}
