import { randomBytes } from 'node:crypto'
import {
  constants,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, parse } from 'node:path'

import { AppError } from '../errors.ts'

/** Makes a folder and its missing parents, readable by this user only (0700). Raises `storage.symlink` when the folder itself is a link. */
export function ensureFolder(path: string): void {
  refuseLink(path)
  makeFolders(path)
}

/** Not Node's `recursive`: where a parent can never be made (below /proc) that tries for ever. */
function makeFolders(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
    makeFolders(dirname(path))
    mkdirSync(path, { mode: 0o700 })
  }
}

export interface AtomicWrite {
  readonly path: string
  readonly content: string | Uint8Array
  /** 0o600 when left out. */
  readonly mode?: number
}

/** Makes an empty file for this user only (0600), if there is none yet: whoever opens it afterwards need not think of its mode. */
export function ensurePrivateFile(path: string): void {
  ensureFolder(dirname(path))
  refuseLink(path)
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Writes a whole file or nothing: into a fresh file beside it (`O_EXCL`, `O_NOFOLLOW`), synced, then renamed over the old one.
 * Raises `storage.symlink` when the target is a symbolic link, and whatever the file system raises when it cannot be written.
 */
export function writeFileAtomic({ path, content, mode = 0o600 }: AtomicWrite): void {
  refuseLink(path)
  const temporary = join(dirname(path), `.${parse(path).base}.${randomBytes(6).toString('hex')}.tmp`)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
  const file = openSync(temporary, flags, mode)
  try {
    removeAbandoned(path, fstatSync(file).mtimeMs)
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
    fsyncSync(file)
    closeSync(file)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** A write takes milliseconds: what is older was left by a process that was killed in the middle, and may hold a secret. */
const ABANDONED_MS = 60_000

/** `now` is that of the file system. */
function removeAbandoned(path: string, now: number): void {
  const folder = dirname(path)
  const start = `.${parse(path).base}.`
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(start) || !/^[0-9a-f]{12}\.tmp$/.test(name.slice(start.length))) continue
      const file = join(folder, name)
      if (now - lstatSync(file).mtimeMs > ABANDONED_MS) rmSync(file, { force: true })
    }
  } catch {
    // Somebody else was faster, or the folder cannot be read: that is no reason not to write.
  }
}

/** Raises `storage.symlink` when the path is a link: where our own file belongs, one could make us overwrite anything (T20). */
export function refuseLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return
  throw new AppError('storage.symlink', `${path} is a symbolic link; nothing was written through it.`, {
    suggestions: ['Replace the link by a real file or folder, or point SVCAPP_HOME elsewhere.'],
  })
}
