import type { ProbeEndpoint } from '../../gateway/probe-endpoint.ts'
import { readNote, removeNote, writeNote, type NoteOwner } from './app-note.ts'

/** The tunnel of a running `app dev`, for other commands. */
export interface TunnelNote {
  /** Public origin. */
  readonly url: string
  /** The gateway's URL on this machine. */
  readonly gateway: string
  /** Endpoint that identifies the gateway from outside. */
  readonly probe: ProbeEndpoint
  /** Whether the URL is the developer's own, so cloudflared is not involved. */
  readonly isOwn?: boolean
}

/** Saves the URL after each change. The end of the run deletes it, so a killed run leaves a dead URL. */
export function noteTunnel(owner: NoteOwner, note: TunnelNote): void {
  writeNote(owner, 'tunnel', note)
}

export function forgetTunnel(owner: NoteOwner): void {
  removeNote(owner, 'tunnel')
}

/** Returns null if the note is missing or invalid. */
export function readTunnelNote(owner: NoteOwner): TunnelNote | null {
  // Each field is validated below.
  const { url, gateway, probe, isOwn } = (readNote(owner, 'tunnel') ?? {}) as Partial<TunnelNote>
  const isWhole = [url, gateway].every((address) => typeof address === 'string' && URL.canParse(address))
  if (!isWhole || typeof probe?.path !== 'string' || typeof probe.answer !== 'string') return null
  const { path, answer } = probe
  return { url: String(url), gateway: String(gateway), probe: { path, answer }, isOwn: isOwn === true }
}
