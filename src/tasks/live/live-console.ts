import { basename } from 'node:path'

import type { Context } from '../../context.ts'
import { confirmConsole, knownOfConsole } from '../../dev/live/console.ts'
import type { NoteOwner } from '../../dev/notes/app-note.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import {
  consoleFields,
  consoleRegistration,
  localFields,
  losesTokens,
  type ConsoleAddresses,
  type ConsoleField,
  type KnownOfConsole,
} from '../../project/live/console-fields.ts'
import type { Registration } from '../../project/registration.ts'

/** The required values of the developer console for a project. */
export interface LiveConsole {
  /** App key. */
  readonly key: string
  readonly registration: Registration
  readonly origin: string | null
  readonly fields: readonly ConsoleField[]
  /** Values that the fields are compared with. */
  readonly known: KnownOfConsole
  /** Owner of the confirmation, or null if app.toml has no base_url. */
  readonly place: NoteOwner | null
}

/**
 * Returns the console's values. Omits fields whose URL the live platform cannot reach, because `app
 * dev` lists them with the URL of its tunnel, unless `keepsLocal` includes them.
 */
export function liveConsole(
  { paths }: Pick<Context, 'paths'>,
  { config }: Pick<Project, 'config'>,
  { keepsLocal = false, ...addresses }: ConsoleAddresses & { readonly keepsLocal?: boolean },
): LiveConsole {
  const registration = consoleRegistration(config, addresses)
  const place = liveNotes({ paths }, { config })
  const local: readonly string[] = keepsLocal ? [] : localFields(registration)
  const known = knownOfConsole(place)
  const fields = consoleFields(registration, known).filter(({ field }) => !local.includes(field))
  return { key: config.key, registration, origin: addresses.origin, fields, known, place }
}

/** Returns the owner of notes about the live registration, or null if app.toml has no base_url. */
export function liveNotes({ paths }: Pick<Context, 'paths'>, { config }: Pick<Project, 'config'>): NoteOwner | null {
  const base = config.live?.baseUrl ?? null
  return base === null ? null : { paths, identity: new URL(base).origin, appKey: config.key }
}

/**
 * Asks whether the console now contains the printed values. Without a terminal they count as
 * entered. Returns false if the user declines.
 */
export async function confirmEntered(
  { terminal, now }: Pick<Context, 'terminal' | 'now'>,
  found: LiveConsole,
  message: string,
): Promise<boolean> {
  if (found.fields.every(({ differs }) => !differs)) return true
  const question = { message, default: !losesTokens(found.fields) }
  if (terminal.isInteractive && !(await terminal.ask.confirm(question))) return false
  return saveEntered({ now }, found)
}

export function saveEntered({ now }: Pick<Context, 'now'>, { fields, place, origin }: LiveConsole): true {
  const values = Object.fromEntries(fields.map((one) => [one.field, one.value]))
  if (place !== null) confirmConsole(place, { fields: values, origin, at: now().toISOString() })
  return true
}

export interface MissingSettings {
  readonly file: string
  /** Missing settings of [targets.live]. */
  readonly live: readonly string[]
  /** Settings whose URL is on this machine. */
  readonly local: readonly string[]
}

/** Creates one error for everything that app.toml lacks for the live platform. */
export function liveIncomplete({ file, live, local }: MissingSettings, suggestions: readonly string[]): AppError {
  const names = local.join(', ')
  const sentences = [
    ...(live.length === 0 ? [] : [`[targets.live] has no ${live.join(', ')}.`]),
    ...(local.length === 0 ? [] : [`${names} must be public, because the live platform cannot reach this machine.`]),
  ]
  return new AppError('project.live-incomplete', `${file}: ${sentences.join(' ')} Nothing was sent.`, {
    details: { file, missing: [...live, ...local] },
    suggestions: [
      ...suggestions,
      ...(local.length === 0
        ? []
        : [`For production, set ${names} in ${basename(file)} to the app's public addresses.`]),
    ],
  })
}
