import { basename } from 'node:path'

import { sessionPlace } from '../../project/platforms/session-place.ts'
import type { SessionFacts } from '../lock.ts'
import { otherPortNotes, readPortNote, type PortPart } from './port-note.ts'

/** Below the ports that systems give to outgoing connections: from 32768 on Linux, from 49152 on macOS and Windows. */
const FIRST = 20_000
const BLOCK = 20
const BLOCKS = 500

/** As the usual ports stand: 4800, 4810, 4811, 4812. */
const offsets: Readonly<Record<PortPart, number>> = { emulator: 0, app: 5, gateway: 10, outbound: 11, inspector: 12 }

/** How many blocks are tried before the system chooses a port. */
const TRIES = 10

/**
 * The ports to try for a part, the best first: the preferred one, the one that the folder had last, those of the blocks that follow from the folder's path, and
 * 0. The one that it had comes first where another folder has the preferred one, so that both keep theirs.
 */
export function portCandidates(place: SessionFacts, part: PortPart, preferred: number): number[] {
  const noted = readPortNote(place)?.ports[part]
  // What was noted for another preferred port says nothing about this one.
  const kept = noted !== undefined && noted.preferred === preferred && noted.got !== preferred ? [noted.got] : []
  const isOthers = kept.length > 0 && otherPortNotes(place).some(({ ports }) => ports[part]?.got === preferred)
  const first = isOthers ? [...kept, preferred] : [preferred, ...kept]
  const block = Number.parseInt(basename(sessionPlace(place)).slice(0, 8), 16)
  const blocks = Array.from({ length: TRIES }, (_, at) => FIRST + ((block + at) % BLOCKS) * BLOCK + offsets[part])
  return [...new Set([...first, ...blocks, 0])]
}
