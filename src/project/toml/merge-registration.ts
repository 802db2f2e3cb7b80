import { isTable, type KeyPath, type Problem } from '../check-shape.ts'
import type { FolderRegistration } from './registration-files.ts'

/** app.toml merged with app.<name>.toml, before validation. */
export interface MergedToml {
  readonly value: unknown
  /** Returns whether the value at a path, or its absence, belongs to app.<name>.toml. */
  readonly isOwn: (path: KeyPath) => boolean
}

/**
 * Merges tables key by key. Any other value of app.<name>.toml replaces that of app.toml. Values
 * that belong to app.toml's app key are omitted (docs/decisions/0055).
 */
export function mergeRegistration(base: unknown, own: unknown): MergedToml {
  const shared = ofOneKey.reduce(without, base)
  return { value: merged(shared, own), isOwn: (path) => path[0] === 'key' || has(own, path) }
}

/** The console's values, the client_id, the live lock and public addresses each belong to one app key. */
const ofOneKey: readonly (readonly string[])[] = [
  ['key'],
  ['targets', 'live'],
  ['webhooks', 'url'],
  ['manifest', 'app_url'],
  ['redirect_uris'],
]

/** Reports a key shared with another registration of the folder, because tokens, journal and console values are stored by key. */
export function sharedKey(own: unknown, others: readonly FolderRegistration[]): Problem[] {
  const key = isTable(own) ? own['key'] : undefined
  const same = others.find((other) => key !== undefined && other.key === key)
  if (same === undefined) return []
  const message = `is ${String(key)}, as in ${same.file}, so both registrations would share tokens, journal and console values. Choose another key.`
  return [{ path: ['key'], message }]
}

/** Keeps addresses on this machine, because they follow `[dev]`, not the registration. */
function without(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (!isTable(value) || !Object.hasOwn(value, key)) return value
  const left = rest.length > 0 ? without(value[key], rest) : value[key]
  const entries = Object.entries(value).filter(([name]) => name !== key)
  return Object.fromEntries(rest.length > 0 || isLocal(left) ? [...entries, [key, left]] : entries)
}

function isLocal(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isLocal) : typeof value === 'string' && value.startsWith('http:')
}

function merged(base: unknown, own: unknown): unknown {
  if (!isTable(base) || !isTable(own)) return own
  const changed = Object.entries(own).map(([key, value]) => [
    key,
    Object.hasOwn(base, key) ? merged(base[key], value) : value,
  ])
  return Object.fromEntries([...Object.entries(base), ...changed])
}

/** A list is replaced as a whole, so all its items come from the same file. */
function has(value: unknown, [key, ...rest]: KeyPath): boolean {
  if (key === undefined || typeof key === 'number') return true
  return isTable(value) && Object.hasOwn(value, key) && has(value[key], rest)
}
