import { constants, closeSync, openSync, readFileSync } from 'node:fs'

import { AppError } from '../errors.ts'
import { rejectLink } from '../storage/files.ts'
import { isObject } from '../text/json.ts'

/** Reads a file of secrets; null if it does not exist. Raises `storage.symlink` if the path is a symbolic link (T20). */
export function readSecretFile(path: string): string | null {
  rejectLink(path)
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

/** Returns names and values from a JSON object of strings; null for any other text. A map, because names such as `__proto__` are untrusted. */
export function parseSecrets(text: string): Map<string, string> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    if (!isObject(parsed)) return null
    const entries = Object.entries(parsed)
    return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string') ? new Map(entries) : null
  } catch {
    return null
  }
}

/** Creates the error for a disk that does not store what was written. */
export function notReadBack(path: string): AppError {
  return new AppError('credentials.rejected', `The secret written to ${path} could not be read back.`, {
    suggestions: ['Check whether the disk is full or damaged.'],
  })
}
