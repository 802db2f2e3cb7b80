import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  constants,
  closeSync,
  copyFileSync,
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
import { dirname, join, parse, sep } from 'node:path'

import { AppError, hasCode } from '../errors.ts'
import { changed } from '../errors/changed.ts'
import { giveBack } from './give-back.ts'

/**
 * Creates a folder and its missing parents, readable by this user only (0700). Raises
 * `storage.symlink` if the folder itself is a link, `storage.unwritable` if it cannot be created.
 */
export function ensureFolder(path: string): void {
  rejectLink(path)
  try {
    makeFolders(path)
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

/** Not Node's `recursive`, which loops forever if a parent can never be created (below /proc). */
export function makeFolders(path: string, mode = 0o700): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
    makeFolders(dirname(path), mode)
    mkdirSync(path, { mode })
  }
}

/** Reasons why a write fails, by system error code. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user has no write permission',
  EPERM: 'this user has no write permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's disk quota is exhausted",
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'part of its path is a file, not a folder',
  EEXIST: 'part of its path is a file, not a folder',
}

/** Returns the error for a rejected write; any other error unchanged. */
export function unwritable(path: string, cause: unknown): unknown {
  const reason = reasons[(cause as NodeJS.ErrnoException).code ?? '']
  if (reason === undefined) return cause
  return new AppError('storage.unwritable', `${path} cannot be written: ${reason}.`, {
    cause,
    suggestions: [
      ...giveBack(path),
      'Free some disk space, allow writing to the folder, or set SVCAPP_HOME to another folder.',
    ],
    details: { path },
  })
}

/** A file outside the state folder: the user or the project specifies its path. */
export interface OutputPlace {
  readonly path: string
  readonly cwd: string
  /** Next step if the file cannot be written. The state folder's advice does not apply to it. */
  readonly advice: string
}

/** Writes a file outside the state folder. Raises `storage.*`, also for a linked folder. */
export function writeOutput<T>(place: OutputPlace, write: () => T): T {
  rejectLinkedFolders(place)
  try {
    return write()
  } catch (cause) {
    throw outputError(place, cause)
  }
}

/** Raises `storage.symlink` if a folder between `cwd` and the file is a link, because a cloned project could link to any folder (T20). */
export function rejectLinkedFolders(place: OutputPlace): void {
  const { path, cwd } = place
  try {
    for (let folder = dirname(path); folder.startsWith(cwd + sep); folder = dirname(folder)) rejectLink(folder)
  } catch (cause) {
    throw outputError(place, cause)
  }
}

/** Advice for app.toml and the other files of a project. */
export const PROJECT_ADVICE = 'Allow writing to the project folder, and replace links in it with files and folders.'

/** Returns the error for a rejected write with the place's advice; any other error unchanged. */
export function outputError({ path, advice }: OutputPlace, cause: unknown): unknown {
  const error = unwritable(path, cause)
  if (!hasCode(error, 'storage.symlink', 'storage.unwritable')) return error
  return changed(error, { suggestions: [...giveBack(path), advice] })
}

export interface AtomicWrite {
  readonly path: string
  readonly content: string | Uint8Array
  /** Default: 0o600. */
  readonly mode?: number
}

/** Creates an empty file for this user only (0600) if it is missing, so that code that opens it later can ignore its mode. */
export function ensurePrivateFile(path: string): void {
  ensureFolder(dirname(path))
  rejectLink(path)
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(path, error)
  }
}

/**
 * Copies a file for this user only (0600), whatever the mode of the original, sharing its blocks if
 * the file system can. Raises `storage.*` and the errors of the system.
 */
export function copyPrivateFile(from: string, to: string): void {
  ensurePrivateFile(to)
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  // A copy also takes the mode of the original.
  chmodSync(to, 0o600)
}

/** Writes all bytes, in as many parts as the system needs. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
}

/**
 * Writes a whole file or nothing: into a new file next to it (`O_EXCL`, `O_NOFOLLOW`), synced, then renamed over the
 * old one. Raises `storage.symlink` if the target is a symbolic link, `storage.unwritable` if it cannot be written.
 */
export function writeFileAtomic({ content, ...named }: AtomicWrite): void {
  const file = openFileAtomic(named)
  file.write(content)
  file.close()
}

/** Does the same for content in parts: `path` does not change before `close`. */
export function openFileAtomic({ path, mode = 0o600 }: Omit<AtomicWrite, 'content'>): {
  readonly write: (part: string | Uint8Array) => void
  readonly close: () => void
} {
  rejectLink(path)
  const temporary = join(dirname(path), `.${parse(path).base}.${randomBytes(6).toString('hex')}.tmp`)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
  const file = open(temporary, path, flags, mode)
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      closeSync(file)
      rmSync(temporary, { force: true })
      throw unwritable(path, error)
    }
  }
  attempt(() => removeAbandoned(path, fstatSync(file).mtimeMs))
  return {
    write: (part) => attempt(() => writeWhole(file, typeof part === 'string' ? Buffer.from(part) : part)),
    close() {
      attempt(() => fsyncSync(file))
      closeSync(file)
      try {
        renameSync(temporary, path)
      } catch (error) {
        rmSync(temporary, { force: true })
        throw unwritable(path, error)
      }
    },
  }
}

function open(temporary: string, path: string, flags: number, mode: number): number {
  try {
    return openSync(temporary, flags, mode)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** A write takes milliseconds. An older file was left by a process that crashed, and may contain a secret. */
const ABANDONED_MS = 60_000

/** `now` is the file system's time. */
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
    // Another process was faster, or the folder cannot be read. The file can be written anyway.
  }
}

/** Raises `storage.symlink` if the path is a link: in place of our own file, a link could make us overwrite any file (T20). */
export function rejectLink(path: string): void {
  if (!isLink(path)) return
  throw new AppError('storage.symlink', `${path} is a symbolic link. Nothing was written.`, {
    suggestions: ['Replace the link with a real file or folder, or set SVCAPP_HOME to another folder.'],
  })
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch (cause) {
    throw unwritable(path, cause)
  }
}
