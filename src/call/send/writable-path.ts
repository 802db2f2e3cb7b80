import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { AppError } from '../../errors.ts'
import { rejectLinkedFolders } from '../../storage/files.ts'

interface NamedFile {
  readonly given: string
  readonly flag: string
}

/** Returns the absolute path of a flag's file. Raises `usage.invalid` or `storage.*` if it cannot be written, before anything is sent. */
export function writablePath(cwd: string, named: NamedFile): string {
  const { given, flag } = named
  if (given === '-') {
    throw new AppError('usage.invalid', `${flag} needs a file name. Nothing was sent.`, {
      suggestions: [`Specify a file, for example: ${flag} ${exampleOf(flag)}`],
    })
  }
  const path = resolve(cwd, given)
  try {
    rejectFolder(dirname(path), named)
    rejectOther(path, named)
    rejectLinkedFolders({ path, cwd, advice: elsewhere(named) })
  } catch (cause) {
    throw cause instanceof AppError
      ? cause
      : rejection(named, { why: 'cannot be written', next: elsewhere(named), cause })
  }
  return path
}

/** Replaces only files: never a folder, and never through a link (storage/files.ts). */
function rejectOther(path: string, named: NamedFile): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isFile()) return
  const { given, flag } = named
  if (found.isDirectory()) {
    const next = `Choose a file in this folder, for example: ${flag} ${join(given, exampleOf(flag))}`
    throw rejection(named, { why: 'is a folder', next })
  }
  if (found.isSymbolicLink()) {
    const next = 'Use the link target or another file.'
    throw rejection(named, { why: 'is a symbolic link, and links are never written to', next })
  }
  throw rejection(named, { why: 'is not a regular file', next: elsewhere(named) })
}

function rejectFolder(folder: string, named: NamedFile): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory() !== true) {
    const next = `Create the folder ${folder} first, or choose another file.`
    throw rejection(named, { why: 'cannot be written because its folder does not exist', next })
  }
  accessSync(folder, constants.W_OK)
}

interface UnwritableCause {
  readonly why: string
  readonly next: string
  readonly cause?: unknown
}

function rejection({ given, flag }: NamedFile, { why, next, cause }: UnwritableCause): AppError {
  return new AppError('usage.invalid', `${flag} ${given} ${why}. Nothing was sent.`, { suggestions: [next], cause })
}

function elsewhere({ flag }: NamedFile): string {
  return `Choose a file in a writable folder, for example: ${flag} ${exampleOf(flag)}`
}

function exampleOf(flag: string): string {
  return flag === '--cursor-file' ? 'cursor.json' : 'failed.json'
}
