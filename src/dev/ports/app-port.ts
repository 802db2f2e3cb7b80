import { join } from 'node:path'

import { isListening } from '../../http/listening.ts'
import { whileLocked } from '../../storage/while-locked.ts'
import { runningSession } from '../lock.ts'
import type { Stage } from '../stage.ts'
import { portCandidates } from './candidates.ts'
import { portHolder } from './holder.ts'
import { notePort, otherPortNotes, type NotePlace } from './port-note.ts'

/**
 * Chooses the port of the app where `dev.port` is only a wish. It is the app that opens it, later: so the choice is made under a lock, against those of the
 * other projects that run. Returns the wished one where none is free, for which the start then raises `gateway.port-taken`.
 */
export async function chooseAppPort({
  tools,
  options,
  emit,
}: Pick<Stage, 'tools' | 'options' | 'emit'>): Promise<number> {
  const { config, dir } = options.project
  const wished = config.dev.port
  if (!options.wishes?.has('app')) return wished
  const place = { paths: tools.paths, dir }
  for (const port of portCandidates(place, 'app', wished)) {
    if (port === 0 || (await isListening(port)) || !take(place, { wished, got: port })) continue
    if (port !== wished) emit({ event: 'notice', text: movedText(place, { wished, got: port }) })
    return port
  }
  return wished
}

/** Whether it is ours now: no other project that runs has chosen it for an app which may not listen yet. */
function take(place: NotePlace, port: { readonly wished: number; readonly got: number }): boolean {
  return whileLocked(join(place.paths.home, 'dev', 'ports.lock'), () => {
    const rivals = otherPortNotes(place).filter(({ ports }) => ports.app?.got === port.got)
    if (rivals.some(({ dir }) => runningSession({ paths: place.paths, dir }) !== null)) return false
    notePort(place, 'app', port)
    return true
  })
}

function movedText(place: NotePlace, { wished, got }: { readonly wished: number; readonly got: number }): string {
  const moved = `in this folder it is ${got}, which the app gets as PORT, and its redirect address on the emulator follows.`
  const holder = portHolder(wished)
  if (holder !== null) return `Port ${wished} of the app is held by ${holder}: ${moved}`
  // It is kept for that one, whether it runs now or not.
  const owner = otherPortNotes(place).find(({ ports }) => ports.app?.got === wished)
  return `Port ${wished} of the app is that of the project in ${owner?.dir ?? 'another folder'}: ${moved}`
}
