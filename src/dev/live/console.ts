import { existsSync } from 'node:fs'

import type { AppConfig } from '../../project/app-config.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import {
  consoleFields,
  registeredOrigin,
  type ConfirmedValues,
  type ConsoleAddresses,
  type ConsoleField,
  type KnownOfConsole,
} from '../../project/live/console-fields.ts'
import type { Registration } from '../../project/registration.ts'
import { isObject } from '../../text/json.ts'
import { readNote, writeNote, type NoteOwner } from '../notes/app-note.ts'
import { readTunnelNote } from '../notes/tunnel-note.ts'

/** What a person confirmed last, or what was printed last where no person could be asked. */
export interface ConfirmedConsole extends Pick<ConsoleAddresses, 'origin'> {
  readonly fields: ConfirmedValues
  /** When a person confirmed it, ISO 8601; null if that is unknown. */
  readonly at: string | null
}

/**
 * What the developer console must hold, all ten fields, with what differs since it was last confirmed on
 * this machine. Without a place the target is unknown, so nothing was confirmed.
 */
export function consoleList(place: NoteOwner | null, wanted: Registration): ConsoleField[] {
  return consoleFields(wanted, knownOfConsole(place))
}

/** What was confirmed on this machine, and the installs on record. Without a place, nothing. */
export function knownOfConsole(place: NoteOwner | null): KnownOfConsole {
  if (place === null) return { confirmed: null, installs: [] }
  // Reading must not create the database.
  const isKnown = existsSync(place.paths.stateDb)
  const installs = isKnown ? withInstalls(place.paths, (all) => all.list(place)) : []
  return { confirmed: readConfirmed(place)?.fields ?? null, installs }
}

/** Whether the app was registered, but on this machine no value of the console was confirmed: another machine may use what it holds. */
export function isHeldElsewhere(place: NoteOwner | null, { live }: Pick<AppConfig, 'live'>): boolean {
  return live?.clientId != null && place !== null && readConfirmed(place) === null
}

/** Saves what the console holds now: the platform shows it in no documented interface. */
export function confirmConsole(place: NoteOwner, confirmed: ConfirmedConsole): void {
  writeNote(place, 'announced', confirmed)
}

/**
 * An install proves two fields of the console: install_scope, and requested_scopes if the store got all of them except
 * optional ones and no others (INST-021). It proves nothing of the manifest, whose installScope may differ (A16).
 */
export function confirmByInstall(
  place: NoteOwner,
  { install_scope, requested_scopes, optional_scopes }: Registration,
  { installScope, scopes }: Pick<Install, 'installScope' | 'scopes'>,
): void {
  const confirmed = readConfirmed(place)
  if (confirmed === null) return
  const possible = new Set([...scopes, ...optional_scopes])
  const isGranted = possible.size === requested_scopes.length && requested_scopes.every((scope) => possible.has(scope))
  const proven = {
    ...(installScope === install_scope && { install_scope }),
    ...(isGranted && { requested_scopes }),
  }
  confirmConsole(place, { ...confirmed, fields: { ...confirmed.fields, ...proven } })
}

/** Null if nothing was confirmed yet, or the note cannot be read. */
export function readConfirmed(place: NoteOwner): ConfirmedConsole | null {
  const { origin, fields, at } = readNote(place, 'announced') ?? {}
  if (!isObject(fields)) return null
  return {
    origin: typeof origin === 'string' && URL.canParse(origin) ? origin : null,
    at: typeof at === 'string' && /^\d{4}-\d\d-\d\dT/.test(at) ? at : null,
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
