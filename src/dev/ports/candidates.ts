import { basename } from 'node:path'

import { sessionPlace } from '../../project/platforms/session-place.ts'
import type { SessionFacts } from '../lock.ts'
import { otherPortNotes, readPortNote, type PortPart } from './port-note.ts'

/** Below the ports of outgoing connections, which start at 32768 on Linux and 49152 on macOS and Windows. */
const FIRST = 20_000
const BLOCK = 20
const BLOCKS = 500

/** Same order as the default ports: 4800, 4810, 4811, 4812. */
const offsets: Readonly<Record<PortPart, number>> = { emulator: 0, app: 5, gateway: 10, outbound: 11, inspector: 12 }

/** Number of blocks to try before the system selects a port. */
const TRIES = 10

/**
 * Returns the ports to try for a part, best first: the preferred one, the folder's last one, those of the blocks derived from the
 * folder's path, and 0. The last one comes first if another folder has the preferred one, so that both keep theirs.
 */
export function portCandidates(place: SessionFacts, part: PortPart, preferred: number): number[] {
  const noted = readPortNote(place)?.ports[part]
  // A note for another preferred port does not apply to this one.
  const kept = noted !== undefined && noted.preferred === preferred && noted.got !== preferred ? [noted.got] : []
  const isOthers = kept.length > 0 && otherPortNotes(place).some(({ ports }) => ports[part]?.got === preferred)
  const first = isOthers ? [...kept, preferred] : [preferred, ...kept]
  const block = Number.parseInt(basename(sessionPlace(place)).slice(0, 8), 16)
  const blocks = Array.from({ length: TRIES }, (_, at) => FIRST + ((block + at) % BLOCKS) * BLOCK + offsets[part])
  return [...new Set([...first, ...blocks, 0])]
}
