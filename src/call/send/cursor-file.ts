import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { AppError } from '../../errors.ts'
import { writeFileAtomic } from '../../storage/files.ts'
import { parseJson } from '../../text/json.ts'

/** Install that a cursor belongs to: in another store or region it would silently skip rows. */
export interface CursorOwner {
  readonly target: string
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
}

export interface CursorFile {
  /** Reads the saved cursor; null without a file. Raises `usage.invalid` for a file of another install or another tool. */
  readonly read: () => string | null
  /** Writes a temporary file and renames it, so that a crash leaves the old or the new one. Raises `storage.*` on failure. */
  readonly save: (cursor: string) => void
}

/** Stores the cursor of a stream in a file. */
export function cursorFile(path: string, place: CursorOwner): CursorFile {
  return {
    read() {
      const text = textOf(path)
      if (text === null) return null
      const parsed = parseJson(text)
      const kept = parsed.ok && typeof parsed.value === 'object' ? parsed.value : null
      const cursor: unknown = kept === null ? undefined : Reflect.get(kept, 'cursor')
      if (kept === null || typeof cursor !== 'string') throw notOurs(path, 'it is not a cursor file')
      const differs = Object.entries(place).find(([name, value]) => Reflect.get(kept, name) !== value)
      if (differs !== undefined) throw notOurs(path, `its ${differs[0]} differs from this call`)
      return cursor
    },
    save(cursor) {
      try {
        writeFileAtomic({ path, content: `${JSON.stringify({ cursor, ...place })}\n` })
      } catch (cause) {
        if (cause instanceof AppError && cause.code !== 'storage.unwritable') throw cause
        const failure = cause instanceof AppError ? cause.cause : cause
        throw notKept(path, failure as NodeJS.ErrnoException)
      }
    },
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new AppError('usage.invalid', `The cursor file ${path} cannot be read.`, {
      cause,
      suggestions: ['Check that the file is readable, or choose another file.'],
    })
  }
}

function notKept(path: string, cause: NodeJS.ErrnoException): AppError {
  const isGone = cause.code === 'ENOENT' || cause.code === 'ENOTDIR'
  const why = isGone ? 'its folder was deleted' : cause.message
  return new AppError('storage.unwritable', `The cursor could not be saved in --cursor-file ${path}: ${why}.`, {
    cause,
    suggestions: [
      isGone
        ? `Create the folder ${dirname(path)} again, or choose another file.`
        : 'Free some disk space, allow writes to the folder, or choose another file.',
      'Then run the command again. The command repeats the rows since the last saved cursor, or since --since if no cursor is saved.',
    ],
  })
}

function notOurs(path: string, why: string): AppError {
  return new AppError('usage.invalid', `The cursor file ${path} cannot be used: ${why}. Nothing was sent.`, {
    suggestions: ['Use a separate file for each store and region. A new file starts at --since.'],
  })
}
