import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { AppError } from '../../errors.ts'
import { folderNames, isFolderName } from '../../text/file-name.ts'
import { keyIn } from './key-in.ts'
import { PROJECT_FILE, projectFileName, registrationName } from './project-file-name.ts'

/** Lists the names of all app.<name>.toml in a folder. */
export function registrationNames(dir: string): string[] {
  const names = readdirSync(dir).map((file) => registrationName(file) ?? '')
  return names.filter(isFolderName).toSorted()
}

/** Returns a sentence about developing next to a deployed app or on several machines. Empty if the project has a second registration. */
export function secondApp(dir: string): string {
  return registrationNames(dir).length > 0 ? '' : SECOND_APP
}

export const SECOND_APP = ' For development, register a second app with its own key: `app init <key> --config <name>`.'

/** Returns the path of a registration file, which need not exist, or of app.toml for null. Raises `usage.invalid`. */
export function registrationPath(dir: string, name: string | null): string {
  if (name === null || isFolderName(name)) return join(dir, projectFileName(name))
  // Accept a file name instead of the registration name.
  const meant = registrationName(name) ?? ''
  throw new AppError('usage.invalid', `${JSON.stringify(name)} is not a valid name for an app.<name>.toml.`, {
    suggestions: [isFolderName(meant) ? `Use only the name: ${meant}` : folderNames],
  })
}

/** Returns the path of an existing registration file. Raises `project.unknown-config` and `usage.invalid`. */
export function registrationFile(dir: string, name: string | null): string {
  const file = registrationPath(dir, name)
  if (name === null || existsSync(file)) return file
  const found = registrationNames(dir)
  throw new AppError('project.unknown-config', `${basename(file)} does not exist in ${dir}.`, {
    details: { file, found },
    suggestions: [
      found.length === 0
        ? `Leave out --config to use ${PROJECT_FILE}, the project's only registration.`
        : `Available names: ${found.join(', ')}.`,
      `To create it: app init app.<company>.<name> --config ${name}`,
    ],
  })
}

export interface FolderRegistration {
  /** Name of the registration, or null for app.toml. */
  readonly config: string | null
  readonly file: string
  /** App key, or null if the file contains none. */
  readonly key: string | null
}

/** Lists all registrations in a project folder, app.toml first, without validating the files. */
export function folderRegistrations(dir: string): FolderRegistration[] {
  return [null, ...registrationNames(dir)].map((config) => {
    const file = registrationPath(dir, config)
    return { config, file: basename(file), key: keyOf(file) }
  })
}

function keyOf(file: string): string | null {
  try {
    return keyIn(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
