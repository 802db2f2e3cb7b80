import { existsSync } from 'node:fs'

import type { AppConfig } from '../../project/app-config.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import {
  consoleFields,
  registeredOrigin,
  type ConfirmedValues,
  type ConsoleAddresses,
  type ConsoleField,
} from '../../project/live/console-fields.ts'
import type { Registration } from '../../project/registration.ts'
import { isObject, parseObject } from '../../text/json.ts'
import { readNote, writeNote, type NoteOwner } from '../notes/app-note.ts'
import { readTunnelNote } from '../notes/tunnel-note.ts'

/** What a person confirmed last, or what was printed last where no person could be asked. */
export interface ConfirmedConsole extends Pick<ConsoleAddresses, 'origin'> {
  readonly fields: ConfirmedValues
}

/**
 * What the developer console must hold, all ten fields, with what differs since it was last confirmed on
 * this machine. Without a place the target is unknown, so nothing was confirmed.
 */
export function consoleList(place: NoteOwner | null, wanted: Registration): ConsoleField[] {
  if (place === null) return consoleFields(wanted, { confirmed: null, installs: [] })
  const confirmed = readConfirmed(place)?.fields ?? null
  // Reading must not create the database.
  const isKnown = existsSync(place.paths.stateDb)
  const installs = isKnown ? withInstalls(place.paths, (all) => all.list(place)) : []
  return consoleFields(wanted, { confirmed, installs })
}

/** Saves what the console holds now: the platform shows it in no documented interface. */
export function confirmConsole(place: NoteOwner, fields: ConfirmedValues, origin: string | null): void {
  writeNote(place, 'announced', { origin, fields })
}

/**
 * An install proves that the console has its scope, also in the manifest (A16), and the required scopes if all were
 * granted. Adds what agrees with the wanted registration to what was confirmed.
 */
export function confirmByInstall(
  place: NoteOwner,
  { install_scope, requested_scopes }: Registration,
  { installScope, scopes }: Pick<Install, 'installScope' | 'scopes'>,
): void {
  const confirmed = readConfirmed(place)
  if (confirmed === null) return
  const isGranted = requested_scopes.every((scope) => scopes.includes(scope))
  const manifest = parseObject(String(confirmed.fields.admin_manifest_json))
  const proven = {
    ...(installScope === install_scope && {
      install_scope,
      // The install proves nothing about its appUrl and slots.
      ...(manifest !== null && { admin_manifest_json: JSON.stringify({ ...manifest, installScope }) }),
    }),
    ...(isGranted && { requested_scopes }),
  }
  confirmConsole(place, { ...confirmed.fields, ...proven }, confirmed.origin)
}

/** Null if nothing was confirmed yet, or the note cannot be read. */
export function readConfirmed(place: NoteOwner): ConfirmedConsole | null {
  const { origin, fields } = readNote(place, 'announced') ?? {}
  if (!isObject(fields)) return null
  return {
    origin: typeof origin === 'string' && URL.canParse(origin) ? origin : null,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => isConsoleValue(value))),
  }
}

function isConsoleValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  return value === null || typeof value === 'string'
}

/** Which addresses the console must hold: those of a running `app dev`, those confirmed last, whose tunnel may have moved, or by app.toml alone. */
export function consoleOrigin(place: NoteOwner | null, config: AppConfig): string | null {
  const running = place === null ? undefined : readTunnelNote(place)?.url
  if (running !== undefined) return running
  const confirmed = place === null ? null : readConfirmed(place)
  if (confirmed === null) return registeredOrigin(config, { isDev: false })
  return confirmed.origin === null ? null : (config.live?.tunnelUrl ?? confirmed.origin)
}

/** The public address of development: of the `app dev` that runs, of app.toml, or the one confirmed last. Null if none is known. */
export function developmentOrigin(place: NoteOwner | null, { live }: AppConfig): string | null {
  if (place === null) return live?.tunnelUrl ?? null
  return readTunnelNote(place)?.url ?? live?.tunnelUrl ?? readConfirmed(place)?.origin ?? null
}
