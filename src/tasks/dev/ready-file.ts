import { rmSync } from 'node:fs'
import { resolve } from 'node:path'

import { AppError } from '../../errors.ts'
import { writeFileAtomic } from '../../storage/files.ts'

/** A file that tells other programs that everything runs. */
export interface ReadyFile {
  readonly write: (facts: unknown) => void
  readonly remove: () => void
}

/** The file of `--ready-file`. An old file is removed at once, so that nobody takes it for that of this run. Raises `usage.invalid` when it cannot be written. */
export function readyFile(cwd: string, name: string): ReadyFile {
  const path = resolve(cwd, name)
  const remove = () => rmSync(path, { force: true })
  remove()
  return {
    write: (facts) => {
      try {
        writeFileAtomic({ path, content: `${JSON.stringify(facts)}\n` })
      } catch (cause) {
        throw new AppError('usage.invalid', `Cannot write --ready-file ${name}.`, { cause })
      }
    },
    remove,
  }
}
