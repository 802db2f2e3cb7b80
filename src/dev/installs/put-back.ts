import { readNote, removeNote, writeNote, type NoteOwner } from '../notes/app-note.ts'

/** What a run has changed in a registration, so that the next one can put it back when this one was killed. */
export interface PutBack {
  /** The address that this run wrote. */
  readonly ours: string
  /** What was there before; null for nothing. */
  readonly before: string | null
  /** The project's folder whose run it is; undefined for `app register`. */
  readonly by?: string | undefined
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
  const { ours, before, by } = readNote(owner, 'put-back') ?? {}
  if (typeof ours !== 'string') return null
  return { ours, before: typeof before === 'string' ? before : null, ...(typeof by === 'string' && { by }) }
}
