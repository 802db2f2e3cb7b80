import { rmSync } from 'node:fs'
import { resolve } from 'node:path'

import { AppError } from '../../errors.ts'
import { rejectLinkedFolders, writeFileAtomic } from '../../storage/files.ts'

/** A file that tells other programs that everything is running. */
export interface ReadyFile {
  readonly write: (facts: unknown) => void
  readonly remove: () => void
}

/**
 * Prepares the file of `--ready-file`. Deletes an old file immediately, so that it is not mistaken for this run's. Raises `storage.symlink`
 * for a linked folder, and `usage.invalid` if the file is not writable.
 */
export function readyFile(cwd: string, name: string): ReadyFile {
  const path = resolve(cwd, name)
  rejectLinkedFolders({ path, cwd, advice: 'Specify a file in another folder with --ready-file.' })
  const orRejected = (work: () => void) => {
    try {
      work()
    } catch (cause) {
      throw new AppError('usage.invalid', `Cannot write --ready-file ${name}.`, { cause })
    }
  }
  const remove = () => rmSync(path, { force: true })
  orRejected(remove)
  return {
    write: (facts) => orRejected(() => writeFileAtomic({ path, content: `${JSON.stringify(facts)}\n` })),
    remove,
  }
}
