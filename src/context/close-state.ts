import { accessSync, chmodSync, constants, existsSync, lstatSync, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'

import { AppError } from '../errors.ts'
import { unexpandedHome, type StatePaths } from '../project/paths.ts'
import { giveBack } from '../storage/give-back.ts'
import { escapeCell } from '../text/escape.ts'

/** Permissions of other users: read, write, search. */
const OTHERS = 0o077
const STICKY = 0o1000

/**
 * Checks the state folder once, before it is used. Raises `usage.invalid` for a path below `~`, which would be a folder in the project. If other users of the machine can access it, removes their permissions and reports it. Raises
 * `storage.not-private` if it belongs to another user (root may use it) or is one that all users share. Windows restricts a user's folder to that user.
 */
export function closeState(paths: StatePaths, note: (line: string) => void): void {
  const { platform, getuid } = process
  if (unexpandedHome(paths.home) !== null) {
    throw new AppError(
      'usage.invalid',
      `SVCAPP_HOME=${escapeCell(paths.home)}: no shell expanded ~ to a home folder.`,
      {
        suggestions: ['Set SVCAPP_HOME to an absolute path.'],
      },
    )
  }
  const folder = platform === 'win32' ? undefined : look(paths.home)
  // The first write rejects a link.
  if (folder?.isDirectory() !== true) return noteUnwritable(paths.home, note)
  const user = getuid?.()
  const isForeign = folder.uid !== user
  if ((isForeign && user !== 0) || (folder.mode & STICKY) !== 0) throw foreign(paths.home)
  // Root in a container works on the folders that its host mounts.
  if (isForeign) note(`${paths.home} belongs to user ${folder.uid}. Root uses it anyway.`)
  if ((folder.mode & OTHERS) !== 0) closeAll(paths, note)
  noteUnwritable(paths.home, note)
}

/** Reads continue without state that cannot be written; a write raises `storage.unwritable`. */
function noteUnwritable(home: string, note: (line: string) => void): void {
  let folder = home
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder)
  try {
    accessSync(folder, constants.W_OK)
    if (statSync(folder).isDirectory()) return
  } catch {
    // The note reports it.
  }
  note(`${home} cannot be written, so this command saves no state. Set SVCAPP_HOME to a writable folder.`)
}

function closeAll(paths: StatePaths, note: (line: string) => void): void {
  try {
    closeEntry(paths.home)
    // Files that others have already opened stay open to them. The rest is now out of their reach, and is corrected anyway.
    const { registration: _, ...files } = paths
    for (const path of Object.values<string>(files)) {
      for (const end of ['', '-wal', '-shm']) closeEntry(path + end)
    }
    note(`${paths.home} was accessible to other users. It is now private to you.`)
  } catch {
    note(`${paths.home} is accessible to other users, and its permissions cannot be changed.`)
  }
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A parent folder is not accessible: the first write reports it.
    return undefined
  }
}

function closeEntry(path: string): void {
  const entry = look(path)
  if (entry === undefined || entry.isSymbolicLink() || (entry.mode & OTHERS) === 0) return
  chmodSync(path, entry.isDirectory() ? 0o700 : 0o600)
}

function foreign(home: string): AppError {
  return new AppError('storage.not-private', `${home} belongs to another user or is shared by all users.`, {
    suggestions: [...giveBack(home), 'Set SVCAPP_HOME to your own folder or a new one.'],
    details: { path: home },
  })
}
