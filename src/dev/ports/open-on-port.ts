import { AppError } from '../../errors.ts'
import { isListening } from '../../http/listening.ts'
import type { DevContext } from '../context.ts'
import type { SessionFacts } from '../lock.ts'
import { portCandidates } from './candidates.ts'
import { notePort, type PortPart } from './port-note.ts'

type PlatformPart = Exclude<PortPart, 'app'>

interface PreferredPort {
  readonly part: PlatformPart
  readonly port: number
}

/** Opens a part on its port. A movable part gets the best free port, which is saved for the folder. Raises the errors of `open` for a fixed port. */
export async function openOnPort<T>(
  dev: Pick<DevContext, 'tools' | 'options' | 'emit'>,
  { part, port }: PreferredPort,
  open: (port: number) => Promise<T>,
): Promise<T> {
  if (port === 0 || !dev.options.movableParts?.has(part)) return open(port)
  return openOnBest({ paths: dev.tools.paths, dir: dev.options.project.dir }, { part, port }, open)
}

/** Opens a part on the best free port, which is saved for the folder. Raises the errors of `open`, but a port in use only if all are. */
export async function openOnBest<T>(
  place: SessionFacts,
  { part, port }: PreferredPort,
  open: (port: number) => Promise<T>,
): Promise<T> {
  let refused: unknown
  for (const candidate of portCandidates(place, part, port)) {
    try {
      // The emulator opens its databases before its ports, so check first to avoid a useless start.
      if (part === 'emulator' && (await isAnyHeld(candidate))) continue
      const opened = await open(candidate)
      notePort(place, part, { preferred: port, got: candidate })
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
