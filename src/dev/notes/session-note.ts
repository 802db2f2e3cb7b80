import type { ProbeEndpoint } from '../../gateway/probe-endpoint.ts'
import type { Send } from '../../http/wire.ts'
import type { StatePaths } from '../../project/paths.ts'
import { createProbe } from '../../tunnel/probe.ts'
import type { DevContext } from '../context.ts'
import { readNote, removeNote, writeNote, type NoteOwner } from './app-note.ts'

/** The gateway of a running `app dev` or `app webhook listen`, for other commands of this user. */
export interface SessionNote {
  /** The command as the user types it: `app dev`. */
  readonly command: 'app dev' | 'app webhook listen'
  /** Target whose deliveries it receives: `emulator` or `live`. */
  readonly target: string
  /** The gateway's URL on this machine. */
  readonly gateway: string
  /** Path of its deliveries. A change of webhooks.path takes effect at the next start. */
  readonly path: string
  /** Endpoint that identifies the gateway. */
  readonly probe: ProbeEndpoint
}

export interface SessionOwner {
  readonly paths: StatePaths
  readonly appKey: string
  /** Project folder. Two checkouts of one app are two sessions. */
  readonly dir: string
}

/** Saves the note once everything runs, for this user only (0600), and deletes it at the end. The note of a newer session stays. */
export function noteSession({ tools, options, atEnd }: NotingContext, given: Omit<SessionNote, 'path'>): void {
  const { config, dir } = options.project
  const owner = { paths: tools.paths, appKey: config.key, dir }
  const note: SessionNote = { ...given, path: config.webhooks.path }
  writeNote(ownerOf(owner), 'session', note)
  atEnd(() => {
    if (readSession(owner)?.gateway === note.gateway) removeNote(ownerOf(owner), 'session')
  })
}

/** The part of the context that writing the note needs. */
export interface NotingContext extends Pick<DevContext, 'atEnd'> {
  readonly tools: Pick<DevContext['tools'], 'paths'>
  readonly options: Pick<DevContext['options'], 'project'>
}

/**
 * Returns the session of the project. The gateway itself must confirm it, because a killed session leaves its note and its port may be reused. Never throws.
 */
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
  // Each field is validated below.
  const { command, target, gateway, path, probe } = (readNote(ownerOf(owner), 'session') ?? {}) as Partial<SessionNote>
  if (typeof gateway !== 'string' || !URL.canParse(gateway)) return null
  if (typeof path !== 'string' || typeof probe?.path !== 'string' || typeof probe.answer !== 'string') return null
  return {
    command: command === 'app webhook listen' ? command : 'app dev',
    target: String(target),
    gateway,
    path,
    probe: { path: probe.path, answer: probe.answer },
  }
}

function ownerOf({ paths, appKey, dir }: SessionOwner): NoteOwner {
  return { paths, appKey, identity: dir }
}
