import { readNote, removeNote, writeNote, type NoteOwner } from '../notes/app-note.ts'

/** What a run has changed in a registration, so that the next one can put it back when this one was killed. */
export interface PutBack {
  /** The address that this run wrote. */
  readonly ours: string
  /** What was there before; null for nothing. */
  readonly before: string | null
}

/** Written before the change, removed after it was undone. */
export function notePutBack(owner: NoteOwner, note: PutBack): void {
  writeNote(owner, 'put-back', note)
}

export function forgetPutBack(owner: NoteOwner): void {
  removeNote(owner, 'put-back')
}

/** What a run that was killed has left; null when there is nothing. */
export function readPutBack(owner: NoteOwner): PutBack | null {
  const { ours, before } = readNote(owner, 'put-back') ?? {}
  return typeof ours === 'string' ? { ours, before: typeof before === 'string' ? before : null } : null
}
