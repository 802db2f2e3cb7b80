import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, existsSync, linkSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { ensureFolder, ensurePrivateFile } from '../../storage/files.ts'

/** The files of a state, in a folder from which `commitLoad` brings them back. */
export interface KeptFiles {
  /** Name of the folder. */
  readonly staged: string
  readonly bytes: number
}

/** Begins the name of a folder with a state that can be brought back. */
const KEPT = '.undo-'

/**
 * Keeps the files of a state: the stores' by a second name, for whatever takes their place is another file; the registry's by a copy. No database may be open,
 * in another program neither: the end of it may lie beside it then. Raises `storage.*` and what the system raises.
 */
export function keepFiles(dir: string): KeptFiles {
  const staged = `${KEPT}${randomBytes(6).toString('hex')}`
  const folder = join(dir, staged)
  try {
    ensureFolder(folder)
    ensureFolder(join(folder, 'stores'))
    ensurePrivateFile(join(folder, 'registry.db'))
    copyFileSync(join(dir, 'registry.db'), join(folder, 'registry.db'), constants.COPYFILE_FICLONE)
    if (existsSync(join(dir, 'registry.db-wal'))) throw new Error('Another program reads the registry.')
    const stores = existsSync(join(dir, 'stores')) ? readdirSync(join(dir, 'stores')) : []
    const files = stores.filter((name) => name.endsWith('.db')).map((name) => join('stores', name))
    if (stores.some((name) => name.endsWith('-wal'))) throw new Error('Another program reads a store.')
    for (const file of files) linkOrCopy(join(dir, file), join(folder, file))
    const bytes = ['registry.db', ...files].reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
    return { staged, bytes }
  } catch (error) {
    forgetFiles(dir, staged)
    throw error
  }
}

/** Gives the place of kept files back. */
export function forgetFiles(dir: string, staged: string): void {
  // Nothing else is ever removed, whatever a file says.
  if (isKept(staged)) rmSync(join(dir, staged), { recursive: true, force: true })
}

/** Whether they are still there: those that were brought back are the present state. */
export function hasFiles(dir: string, staged: string): boolean {
  return isKept(staged) && existsSync(join(dir, staged))
}

function isKept(staged: string): boolean {
  return /^\.undo-[0-9a-f]{12}$/.test(staged)
}

/** Some file systems know no second names. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  }
}

/** Removes what a process that was killed has left: all but these. */
export function removeKept(dir: string, but: ReadonlySet<string>): void {
  for (const name of readdirSync(dir).filter((one) => one.startsWith(KEPT) && !but.has(one))) {
    rmSync(join(dir, name), { recursive: true, force: true })
  }
}
