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

/** Values that a user last confirmed, or that were last printed if no user could be asked. */
export interface ConfirmedConsole extends Pick<ConsoleAddresses, 'origin'> {
  readonly fields: ConfirmedValues
  /** Time of the confirmation, ISO 8601, or null if unknown. */
  readonly at: string | null
}

/**
 * Returns the ten required fields of the developer console, and which ones differ from those last
 * confirmed on this machine. Without a place the target is unknown, so nothing counts as confirmed.
 */
export function consoleList(place: NoteOwner | null, wanted: Registration): ConsoleField[] {
  return consoleFields(wanted, knownOfConsole(place))
}

/** Returns the values confirmed on this machine and the saved installs. Empty without a place. */
export function knownOfConsole(place: NoteOwner | null): KnownOfConsole {
  if (place === null) return { confirmed: null, installs: [] }
  // A read must not create the database.
  const isKnown = existsSync(place.paths.stateDb)
  const installs = isKnown ? withInstalls(place.paths, (all) => all.list(place)) : []
  return { confirmed: readConfirmed(place)?.fields ?? null, installs }
}

/** Returns whether the app is registered but no value was confirmed on this machine, so another machine may use the console's values. */
export function isHeldElsewhere(place: NoteOwner | null, { live }: Pick<AppConfig, 'live'>): boolean {
  return live?.clientId != null && place !== null && readConfirmed(place) === null
}

/** Saves the console's current values, because no documented API of the platform shows them. */
export function confirmConsole(place: NoteOwner, confirmed: ConfirmedConsole): void {
  writeNote(place, 'announced', confirmed)
}

/**
 * Confirms the two console fields that an install proves: install_scope, and requested_scopes if the store was granted all of
 * them except optional ones and no others (INST-021). It proves nothing about the manifest, whose installScope may differ (A16).
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

/** Returns null if nothing was confirmed or the note cannot be read. */
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

/**
 * Returns the origin that the console must contain: of a running `app dev`, the last confirmed one (the tunnel may have moved), or
 * that of app.toml. Confirmed production addresses stay until a user confirms those of `app dev`.
 */
export function consoleOrigin(place: NoteOwner | null, config: AppConfig): string | null {
  const confirmed = place === null ? null : readConfirmed(place)
  const isProduction = confirmed?.origin === null && typeof confirmed.fields.webhook_url === 'string'
  const running = place === null ? undefined : readTunnelNote(place)?.url
  if (running !== undefined && !isProduction) return running
  if (confirmed === null) return registeredOrigin(config, { isDev: false })
  return confirmed.origin === null ? null : (config.live?.tunnelUrl ?? confirmed.origin)
}

/** Returns the public development origin: of the running `app dev`, of app.toml, or the last confirmed one. Null if none is known. */
export function developmentOrigin(place: NoteOwner | null, { live }: AppConfig): string | null {
  if (place === null) return live?.tunnelUrl ?? null
  return readTunnelNote(place)?.url ?? live?.tunnelUrl ?? readConfirmed(place)?.origin ?? null
}
