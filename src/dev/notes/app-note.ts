import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { AppIdentity } from '../../project/installs.ts'
import type { StatePaths } from '../../project/paths.ts'
import { ensureFolder, writeFileAtomic } from '../../storage/files.ts'

/** Owner of a note. There is one file per kind, app and platform. */
export interface NoteOwner extends AppIdentity {
  readonly paths: StatePaths
}

/** Notes of `app dev` for a later run or for other commands. They contain no secrets. */
type NoteKind = 'announced' | 'published' | 'earlier-webhook-url' | 'secrets' | 'session' | 'tunnel'

/** Writes a note and replaces the old one. */
export function writeNote(owner: NoteOwner, kind: NoteKind, note: object): void {
  const file = fileOf(owner, kind)
  ensureFolder(dirname(file))
  writeFileAtomic({ path: file, content: `${JSON.stringify(note)}\n` })
}

export function removeNote(owner: NoteOwner, kind: NoteKind): void {
  rmSync(fileOf(owner, kind), { force: true })
}

/** Returns the unvalidated fields of a note, or null if it is missing or not a JSON object. */
export function readNote(owner: NoteOwner, kind: NoteKind): Readonly<Record<string, unknown>> | null {
  try {
    const note: unknown = JSON.parse(readFileSync(fileOf(owner, kind), 'utf8'))
    return typeof note === 'object' && note !== null ? (note as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function fileOf({ paths, identity, appKey }: NoteOwner, kind: NoteKind): string {
  const name = createHash('sha256').update(`${identity}\n${appKey}`).digest('hex').slice(0, 16)
  return join(paths.home, 'dev', `${name}.${kind}.json`)
}
