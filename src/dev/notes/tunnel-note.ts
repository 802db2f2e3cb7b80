import type { ProbePlace } from '../../gateway/probe-place.ts'
import { readNote, removeNote, writeNote, type NotePlace } from './app-note.ts'

/** The way from the internet that a running `app dev` has, for other commands. */
export interface TunnelNote {
  /** Public origin. */
  readonly url: string
  /** The gateway's own address on this machine. */
  readonly gateway: string
  /** By which it is known from outside. */
  readonly probe: ProbePlace
}

/** Written whenever the address changes, removed at the end; one that a killed run has left names an address that leads nowhere. */
export function noteTunnel(place: NotePlace, note: TunnelNote): void {
  writeNote(place, 'tunnel', note)
}

export function forgetTunnel(place: NotePlace): void {
  removeNote(place, 'tunnel')
}

/** Null when there is none, or what is there is no note of ours. */
export function readTunnelNote(place: NotePlace): TunnelNote | null {
  // Checked below, field by field.
  const { url, gateway, probe } = (readNote(place, 'tunnel') ?? {}) as Partial<TunnelNote>
  const isWhole = [url, gateway].every((address) => typeof address === 'string' && URL.canParse(address))
  if (!isWhole || typeof probe?.path !== 'string' || typeof probe.answer !== 'string') return null
  return { url: String(url), gateway: String(gateway), probe: { path: probe.path, answer: probe.answer } }
}
