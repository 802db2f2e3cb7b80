import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { parse } from 'smol-toml'

import { isTable, type Problem } from '../check-shape.ts'
import { folderRegistrations } from './registration-files.ts'

/** Returns the problem if another registration in the folder has the same client_id on the same platform, or null. */
export function sharedClient(file: string, live: unknown): string | null {
  const wanted = readClient(live)
  if (wanted === null) return null
  const same = folderRegistrations(dirname(file)).find(
    (other) => other.file !== basename(file) && readClient(liveTable(join(dirname(file), other.file))) === wanted,
  )
  return same === undefined
    ? null
    : `has the same value as in ${same.file}, so both registrations would be the same app. Enter this app's client_id.`
}

/** Returns the same as a problem of a whole file. */
export function sharedClientProblem(file: string, value: unknown): Problem[] {
  const message = sharedClient(file, readLive(value))
  return message === null ? [] : [{ path: ['targets', 'live', 'client_id'], message }]
}

/** Returns the URL in another registration of the folder, which usually has the same platform. Null without one. */
export function siblingUrl(file: string, key: 'base_url' | 'admin_url'): string | null {
  for (const other of folderRegistrations(dirname(file))) {
    const live = other.file === basename(file) ? null : liveTable(join(dirname(file), other.file))
    if (isTable(live) && typeof live[key] === 'string') return live[key]
  }
  return null
}

function readClient(live: unknown): string | null {
  if (!isTable(live) || typeof live['client_id'] !== 'string') return null
  return `${live['client_id']} ${URL.parse(String(live['base_url']))?.origin ?? ''}`
}

function readLive(value: unknown): unknown {
  const targets = isTable(value) ? value['targets'] : null
  return isTable(targets) ? targets['live'] : null
}

/** Ignores errors in another registration, because only its own use should report them. */
function liveTable(file: string): unknown {
  try {
    return readLive(parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
