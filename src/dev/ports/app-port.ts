import { join } from 'node:path'

import { isListening } from '../../http/listening.ts'
import type { Project } from '../../project/app-toml.ts'
import { runningNote } from '../../project/platforms/session-place.ts'
import { whileLocked } from '../../storage/while-locked.ts'
import type { DevContext } from '../context.ts'
import type { SessionFacts } from '../lock.ts'
import { portCandidates } from './candidates.ts'
import { portHolder } from './holder.ts'
import { notePort, otherPortNotes } from './port-note.ts'

/**
 * Selects the app's port if it may differ from `dev.port`. The app opens it later, so a lock guards the choice, which respects
 * those of other running projects. Returns `dev.port` if no port is free, and the start then raises `gateway.port-taken`.
 */
export async function chooseAppPort(
  { tools, options, emit }: Pick<DevContext, 'tools' | 'options' | 'emit'>,
  { config, dir }: Project = options.project,
): Promise<number> {
  const preferred = config.dev.port
  if (!options.movableParts?.has('app')) return preferred
  const place = { paths: tools.paths, dir }
  for (const port of portCandidates(place, 'app', preferred)) {
    if (port === 0 || (await isListening(port)) || !take(place, { preferred, got: port })) continue
    if (port !== preferred) {
      emit({ event: 'notice', text: movedText(place, { preferred, got: port }), minor: true })
    }
    return port
  }
  return preferred
}

/** Reserves the port. False if another running project reserved it for an app that may not listen yet. */
function take(place: SessionFacts, port: { readonly preferred: number; readonly got: number }): boolean {
  return whileLocked(join(place.paths.home, 'dev', 'ports.lock'), () => {
    const rivals = otherPortNotes(place).filter(({ ports }) => ports.app?.got === port.got)
    if (rivals.some((rival) => runningNote(rival.place) !== null)) return false
    notePort(place, 'app', port)
    return true
  })
}

function movedText(
  place: SessionFacts,
  { preferred, got }: { readonly preferred: number; readonly got: number },
): string {
  if (portHolder(preferred) !== null) return `Port ${preferred} is in use. Using ${got}.`
  // The port stays reserved for that project, running or not.
  const owner = otherPortNotes(place).find(({ ports }) => ports.app?.got === preferred)
  if (owner === undefined) return `Port ${preferred} is in use. Using ${got}.`
  return `Port ${preferred} is reserved for the project in ${owner.dir}. Using ${got}.`
}
