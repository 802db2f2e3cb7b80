import type { ProbeEndpoint } from '../../gateway/probe-endpoint.ts'
import { readNote, removeNote, writeNote, type NoteOwner } from './app-note.ts'

/** The way from the internet that a running `app dev` has, for other commands. */
export interface TunnelNote {
  /** Public origin. */
  readonly url: string
  /** The gateway's own address on this machine. */
  readonly gateway: string
  /** By which it is known from outside. */
  readonly probe: ProbeEndpoint
  /** Whether the address is the developer's own, so that cloudflared has no part in it. */
  readonly isOwn?: boolean
}

/** Written whenever the address changes, removed at the end; one that a killed run has left names an address that leads nowhere. */
export function noteTunnel(owner: NoteOwner, note: TunnelNote): void {
  writeNote(owner, 'tunnel', note)
}

export function forgetTunnel(owner: NoteOwner): void {
  removeNote(owner, 'tunnel')
}

/** Null when there is none, or the file is not a note of ours. */
export function readTunnelNote(owner: NoteOwner): TunnelNote | null {
  // Checked below, field by field.
  const { url, gateway, probe, isOwn } = (readNote(owner, 'tunnel') ?? {}) as Partial<TunnelNote>
  const isWhole = [url, gateway].every((address) => typeof address === 'string' && URL.canParse(address))
  if (!isWhole || typeof probe?.path !== 'string' || typeof probe.answer !== 'string') return null
  const { path, answer } = probe
  return { url: String(url), gateway: String(gateway), probe: { path, answer }, isOwn: isOwn === true }
}
