import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { ProbePlace } from '../gateway/probe-place.ts'
import type { AppIdentity } from '../project/installs.ts'
import type { StatePaths } from '../project/paths.ts'
import { ensureFolder, writeFileAtomic } from '../storage/files.ts'

/** The way from the internet that a running `app dev` has, for other commands. */
export interface TunnelNote {
  /** Public origin. */
  readonly url: string
  /** The gateway's own address on this machine. */
  readonly gateway: string
  /** By which it is known from outside. */
  readonly probe: ProbePlace
}

export interface TunnelPlace extends AppIdentity {
  readonly paths: StatePaths
}

/** Written whenever the address changes, removed at the end; one that a killed run has left names an address that leads nowhere. */
export function noteTunnel(place: TunnelPlace, note: TunnelNote): void {
  const file = fileOf(place)
  ensureFolder(dirname(file))
  writeFileAtomic({ path: file, content: `${JSON.stringify(note)}\n` })
}

export function forgetTunnel(place: TunnelPlace): void {
  rmSync(fileOf(place), { force: true })
}

/** Null when there is none, or what is there is no note of ours. */
export function readTunnelNote(place: TunnelPlace): TunnelNote | null {
  try {
    const { url, gateway, probe } = JSON.parse(readFileSync(fileOf(place), 'utf8')) as Partial<TunnelNote>
    const isWhole = [url, gateway].every((address) => typeof address === 'string' && URL.canParse(address))
    if (!isWhole || typeof probe?.path !== 'string' || typeof probe.answer !== 'string') return null
    return { url: String(url), gateway: String(gateway), probe: { path: probe.path, answer: probe.answer } }
  } catch {
    return null
  }
}

function fileOf({ paths, identity, appKey }: TunnelPlace): string {
  const name = createHash('sha256').update(`${identity}\n${appKey}`).digest('hex').slice(0, 16)
  return join(paths.home, 'dev', `${name}.tunnel.json`)
}
