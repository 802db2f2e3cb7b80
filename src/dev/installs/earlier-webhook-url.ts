import { readNote, removeNote, writeNote, type NoteOwner } from '../notes/app-note.ts'

/** A run's change of a registration, saved so that the next run can restore it after a kill. */
export interface EarlierUrl {
  /** The URL that this run wrote. */
  readonly ours: string
  /** The earlier URL, or null for none. */
  readonly before: string | null
  /** The project folder of the run. Undefined for `app register`. */
  readonly by?: string | undefined
}

/** Saves the note before the change. It is deleted after the change is undone. */
export function saveEarlierUrl(owner: NoteOwner, note: EarlierUrl): void {
  writeNote(owner, 'earlier-webhook-url', note)
}

export function forgetEarlierUrl(owner: NoteOwner): void {
  removeNote(owner, 'earlier-webhook-url')
}

/** Returns the note that a killed run left, or null. */
export function readEarlierUrl(owner: NoteOwner): EarlierUrl | null {
  const { ours, before, by } = readNote(owner, 'earlier-webhook-url') ?? {}
  if (typeof ours !== 'string') return null
  return { ours, before: typeof before === 'string' ? before : null, ...(typeof by === 'string' && { by }) }
}
