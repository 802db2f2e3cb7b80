import { readNote, removeNote, writeNote, type NotePlace } from '../notes/app-note.ts'

/** What a run has changed in a registration, so that the next one can put it back when this one was killed. */
export interface PutBack {
  /** The address that this run wrote. */
  readonly ours: string
  /** What was there before; null for nothing. */
  readonly before: string | null
}

/** Written before the change, removed after it was undone. */
export function notePutBack(place: NotePlace, note: PutBack): void {
  writeNote(place, 'put-back', note)
}

export function forgetPutBack(place: NotePlace): void {
  removeNote(place, 'put-back')
}

/** What a run that was killed has left; null when there is nothing. */
export function readPutBack(place: NotePlace): PutBack | null {
  const { ours, before } = readNote(place, 'put-back') ?? {}
  return typeof ours === 'string' ? { ours, before: typeof before === 'string' ? before : null } : null
}
