import { basename, dirname } from 'node:path'

import { AppError } from '../errors.ts'
import { withState } from './installs.ts'
import type { StatePaths } from './paths.ts'
import { registrationName } from './toml/project-file-name.ts'
import { registrationPath } from './toml/registration-files.ts'

export interface RegisteredFolder {
  readonly identity: string
  /** Project folder. */
  readonly dir: string
  readonly appKey: string
}

type StatePath = Pick<StatePaths, 'stateDb' | 'registration'>

/** Raises `project.key-changed` if this folder was registered on the target under another key, because a key is an identity (APP-006). */
export function rejectChangedKey(paths: StatePath, { identity, dir, appKey }: RegisteredFolder): void {
  const row = withState(paths, (db) =>
    db.prepare('SELECT app_key FROM registrations WHERE identity = ? AND dir = ?').get(identity, placeOf(paths, dir)),
  )
  const known = row?.['app_key']
  if (known === undefined || known === appKey) return
  throw new AppError(
    'project.key-changed',
    `This app is registered as ${String(known)}. Its key cannot change to ${appKey}.`,
    {
      suggestions: [
        `Restore key = "${String(known)}" in ${basename(registrationPath(dir, paths.registration))}.`,
        `To add another registration: app init ${appKey} --config <name>`,
      ],
    },
  )
}

/** Saves the key under which the folder is registered. */
export function rememberKey(paths: StatePath, { identity, dir, appKey }: RegisteredFolder): void {
  withState(paths, (db) =>
    db.prepare('INSERT OR REPLACE INTO registrations VALUES (?, ?, ?)').run(identity, placeOf(paths, dir), appKey),
  )
}

/** Lists the registered app.<name>.toml names of a folder. The folder need not exist. */
export function registeredNames(paths: Pick<StatePaths, 'stateDb'>, dir: string): string[] {
  const rows = withState(paths, (db) => db.prepare('SELECT DISTINCT dir FROM registrations').all())
  return rows
    .map((row) => String(row['dir']))
    .flatMap((file) => (dirname(file) === dir && registrationName(file)) || [])
}

/** A folder has one key for app.toml, and one for each app.<name>.toml. */
function placeOf({ registration }: StatePath, dir: string): string {
  return registration === null ? dir : registrationPath(dir, registration)
}
