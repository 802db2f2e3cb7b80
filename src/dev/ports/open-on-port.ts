import { AppError } from '../../errors.ts'
import { isListening } from '../../http/listening.ts'
import type { Stage } from '../stage.ts'
import { portCandidates } from './candidates.ts'
import { notePort, type NotePlace, type PortPart } from './port-note.ts'

type Wish = Exclude<PortPart, 'app'>

interface WishedPort {
  readonly part: Wish
  readonly port: number
}

/** Opens a part on the port that was ordered, or, where that is only a wish, on the best that is free; that is noted for the folder. Raises what `open` raises for an order. */
export async function openOnPort<T>(
  stage: Pick<Stage, 'tools' | 'options' | 'emit'>,
  { part, port }: WishedPort,
  open: (port: number) => Promise<T>,
): Promise<T> {
  if (port === 0 || !stage.options.wishes?.has(part)) return open(port)
  return openOnBest({ paths: stage.tools.paths, dir: stage.options.project.dir }, { part, port }, open)
}

/** Opens a part on the best port that is free, which is noted for the folder. Raises what `open` raises, but for a port that is taken only where all are. */
export async function openOnBest<T>(
  place: NotePlace,
  { part, port }: WishedPort,
  open: (port: number) => Promise<T>,
): Promise<T> {
  let refused: unknown
  for (const candidate of portCandidates(place, part, port)) {
    try {
      // The emulator opens its databases before its ports: it is not begun for nothing.
      if (part === 'emulator' && (await isAnyHeld(candidate))) continue
      const opened = await open(candidate)
      notePort(place, part, { wished: port, got: candidate })
      return opened
    } catch (error) {
      if (!isTaken(error)) throw error
      refused ??= error
    }
  }
  return refused === undefined ? open(port) : Promise.reject(refused)
}

async function isAnyHeld(first: number): Promise<boolean> {
  if (first === 0) return false
  const held = await Promise.all([0, 1, 2, 3].map((at) => isListening(first + at)))
  return held.includes(true)
}

function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.code.endsWith('.port-taken')
}
