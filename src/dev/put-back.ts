import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { AppIdentity } from '../project/installs.ts'
import type { StatePaths } from '../project/paths.ts'
import { ensureFolder, writeFileAtomic } from '../storage/files.ts'

/** What a run has changed in a registration, so that the next one can put it back when this one was killed. */
export interface PutBack {
  /** The address that this run wrote. */
  readonly ours: string
  /** What was there before; null for nothing. */
  readonly before: string | null
}

export interface PutBackPlace extends AppIdentity {
  readonly paths: StatePaths
}

/** Written before the change, removed after it was undone. */
export function notePutBack(place: PutBackPlace, note: PutBack): void {
  const file = fileOf(place)
  ensureFolder(dirname(file))
  writeFileAtomic({ path: file, content: `${JSON.stringify(note)}\n` })
}

export function forgetPutBack(place: PutBackPlace): void {
  rmSync(fileOf(place), { force: true })
}

/** What a run that was killed has left; null when there is nothing. */
export function readPutBack(place: PutBackPlace): PutBack | null {
  try {
    const { ours, before } = JSON.parse(readFileSync(fileOf(place), 'utf8')) as Partial<PutBack>
    return typeof ours === 'string' ? { ours, before: typeof before === 'string' ? before : null } : null
  } catch {
    return null
  }
}

function fileOf({ paths, identity, appKey }: PutBackPlace): string {
  const name = createHash('sha256').update(`${identity}\n${appKey}`).digest('hex').slice(0, 16)
  return join(paths.home, 'dev', `${name}.put-back.json`)
}
