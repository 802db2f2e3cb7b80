import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

import { sessionPlace } from '../../project/platforms/session-place.ts'
import { writeFileAtomic } from '../../storage/files.ts'
import type { SessionFacts } from '../lock.ts'

/** A part of `app dev` that listens on a port. For the emulator this is the first of four ports. */
export type PortPart = 'app' | 'emulator' | 'gateway' | 'outbound' | 'inspector'

/** A part's port in a folder and its preferred port. */
export interface NotedPort {
  readonly preferred: number
  readonly got: number
}

export interface PortNote {
  /** Project folder. */
  readonly dir: string
  readonly ports: Readonly<Partial<Record<PortPart, NotedPort>>>
}

/** Returns the saved ports of a folder, or null. */
export function readPortNote(place: SessionFacts): PortNote | null {
  return readNote(fileOf(place))
}

/** Saves the port of a part and keeps those of the others. */
export function notePort(place: SessionFacts, part: PortPart, port: NotedPort): void {
  const ports = { ...readPortNote(place)?.ports, [part]: port }
  writeFileAtomic({ path: fileOf(place), content: `${JSON.stringify({ dir: realpathSync(place.dir), ports })}\n` })
}

/** The ports of another folder, or of another registration in this folder. */
export interface OtherPortNote extends PortNote {
  /** Path of the notes about that `app dev`. */
  readonly place: string
}

/** Returns the notes of all others whose folder exists. */
export function otherPortNotes(own: SessionFacts): OtherPortNote[] {
  const folder = join(own.paths.home, 'dev')
  return namesIn(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => join(folder, name))
    .filter((file) => file !== fileOf(own))
    .flatMap((file) => {
      const note = readNote(file)
      return note !== null && existsSync(note.dir) ? [{ ...note, place: file.slice(0, -ENDING.length) }] : []
    })
}

const ENDING = '.ports.json'

function fileOf(place: SessionFacts): string {
  return sessionPlace(place) + ENDING
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Returns null if the file is missing or not a note. */
function readNote(file: string): PortNote | null {
  try {
    const { dir, ports } = JSON.parse(readFileSync(file, 'utf8')) as Partial<PortNote>
    if (typeof dir !== 'string' || typeof ports !== 'object') return null
    const good = Object.entries(ports).filter(([, port]) => isPort(port?.preferred) && isPort(port.got))
    return { dir, ports: Object.fromEntries(good) }
  } catch {
    return null
  }
}

function isPort(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535
}

export interface MovedPorts {
  /** First of the four default ports. */
  readonly preferred: number
  /** First of the four ports in use. */
  readonly first: number
}

/** Reports that the emulator's four ports are not the default ones. */
export function movedPortsNote({ preferred, first }: MovedPorts): string {
  return `Ports ${preferred} to ${preferred + 3} are in use or reserved for another folder. This platform uses ${first} to ${first + 3}.`
}
