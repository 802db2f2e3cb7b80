import type { ProbeEndpoint } from '../../gateway/probe-endpoint.ts'
import type { Send } from '../../http/wire.ts'
import type { StatePaths } from '../../project/paths.ts'
import { createProbe } from '../../tunnel/probe.ts'
import type { Stage } from '../stage.ts'
import { readNote, removeNote, writeNote, type NoteOwner } from './app-note.ts'

/** The gateway that `app dev` or `app webhook listen` runs in a project, for other commands of the same user. */
export interface SessionNote {
  /** In the words of a person: `app dev`. */
  readonly command: 'app dev' | 'app webhook listen'
  /** Whose deliveries it takes: `emulator` or `live`. */
  readonly target: string
  /** The gateway's address on this machine. */
  readonly gateway: string
  /** By which it is known. */
  readonly probe: ProbeEndpoint
}

export interface SessionOwner {
  readonly paths: StatePaths
  readonly appKey: string
  /** The project's folder: two checkouts of one app are two sessions. */
  readonly dir: string
}

/** Written once everything runs, for this user only (0600), and removed at the end; a newer session's note stays. */
export function noteSession({ tools, options, atEnd }: NotingStage, note: SessionNote): void {
  const { config, dir } = options.project
  const owner = { paths: tools.paths, appKey: config.key, dir }
  writeNote(ownerOf(owner), 'session', note)
  atEnd(() => {
    if (readSession(owner)?.gateway === note.gateway) removeNote(ownerOf(owner), 'session')
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
  owner: SessionOwner,
): Promise<SessionNote | null> {
  const note = readSession(owner)
  if (note === null) return null
  const { isUp } = await createProbe({ send, ...note.probe })(new URL(note.gateway), interrupted)
  return isUp ? note : null
}

function readSession(owner: SessionOwner): SessionNote | null {
  // Checked below, field by field.
  const { command, target, gateway, probe } = (readNote(ownerOf(owner), 'session') ?? {}) as Partial<SessionNote>
  if (typeof gateway !== 'string' || !URL.canParse(gateway)) return null
  if (typeof probe?.path !== 'string' || typeof probe.answer !== 'string') return null
  return {
    command: command === 'app webhook listen' ? command : 'app dev',
    target: String(target),
    gateway,
    probe: { path: probe.path, answer: probe.answer },
  }
}

function ownerOf({ paths, appKey, dir }: SessionOwner): NoteOwner {
  return { paths, appKey, identity: dir }
}
