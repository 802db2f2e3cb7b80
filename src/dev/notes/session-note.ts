import type { ProbePlace } from '../../gateway/probe-place.ts'
import type { Send } from '../../http/wire.ts'
import type { StatePaths } from '../../project/paths.ts'
import { createProbe } from '../../tunnel/probe.ts'
import type { Stage } from '../stage.ts'
import { readNote, removeNote, writeNote, type NotePlace } from './app-note.ts'

/** The gateway that `app dev` or `app webhook listen` runs in a project, for other commands of the same user. */
export interface SessionNote {
  /** In the words of a person: `app dev`. */
  readonly command: 'app dev' | 'app webhook listen'
  /** Whose deliveries it takes: `emulator` or `live`. */
  readonly target: string
  /** The gateway's address on this machine. */
  readonly gateway: string
  /** By which it is known. */
  readonly probe: ProbePlace
}

export interface SessionPlace {
  readonly paths: StatePaths
  readonly appKey: string
  /** The project's folder: two checkouts of one app are two sessions. */
  readonly dir: string
}

/** Written once everything runs, for this user only (0600), and removed at the end; a newer session's note stays. */
export function noteSession({ tools, options, atEnd }: NotingStage, note: SessionNote): void {
  const { config, dir } = options.project
  const place = { paths: tools.paths, appKey: config.key, dir }
  writeNote(placeOf(place), 'session', note)
  atEnd(() => {
    if (readSession(place)?.gateway === note.gateway) removeNote(placeOf(place), 'session')
  })
}

/** As much of a stage as noting needs. */
export interface NotingStage extends Pick<Stage, 'atEnd'> {
  readonly tools: Pick<Stage['tools'], 'paths'>
  readonly options: Pick<Stage['options'], 'project'>
}

/** The session that runs in the project, proven by its gateway's own answer: a killed one leaves its note, and its port may be another's by now. Never raises. */
export async function findSession(
  { send, interrupted }: { readonly send: Send; readonly interrupted: AbortSignal },
  place: SessionPlace,
): Promise<SessionNote | null> {
  const note = readSession(place)
  if (note === null) return null
  return (await createProbe({ send, ...note.probe })(new URL(note.gateway), interrupted)) ? note : null
}

function readSession(place: SessionPlace): SessionNote | null {
  // Checked below, field by field.
  const { command, target, gateway, probe } = (readNote(placeOf(place), 'session') ?? {}) as Partial<SessionNote>
  if (typeof gateway !== 'string' || !URL.canParse(gateway)) return null
  if (typeof probe?.path !== 'string' || typeof probe.answer !== 'string') return null
  return {
    command: command === 'app webhook listen' ? command : 'app dev',
    target: String(target),
    gateway,
    probe: { path: probe.path, answer: probe.answer },
  }
}

function placeOf({ paths, appKey, dir }: SessionPlace): NotePlace {
  return { paths, appKey, identity: dir }
}
