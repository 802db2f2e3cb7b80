import { accessSync, constants } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { AppError } from '../errors.ts'

/** The whole path of a file that a flag names. Raises `usage.invalid` where it cannot be written, before anything is sent. */
export function writablePath(cwd: string, { given, flag }: { given: string; flag: string }): string {
  const path = resolve(cwd, given)
  try {
    accessSync(dirname(path), constants.W_OK)
    return path
  } catch (cause) {
    throw new AppError('usage.invalid', `${flag} ${given} cannot be written; nothing was sent.`, { cause })
  }
}
