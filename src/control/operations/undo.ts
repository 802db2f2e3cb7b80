import { text } from '../fields.ts'
import { member, operation, whole } from '../operation.ts'
import type { Step, Undone } from '../undo.ts'

/** Undoing operations. */
export const undo = {
  /** Returns the operations that can be undone, the last one first. */
  steps: operation({ method: 'GET', path: '/undo', answer: member<Step[]>('steps') }),
  undo: operation({ method: 'POST', path: '/undo', step: null, answer: whole<Undone>() }),
  /** Undoes the operation that caused an event and all later ones. */
  rewind: operation({
    method: 'POST',
    path: '/undo/rewind',
    body: { event: text({ about: 'Event id, or its unique beginning.', min: 1, max: 200 }) },
    step: null,
    answer: whole<Undone>(),
  }),
}
