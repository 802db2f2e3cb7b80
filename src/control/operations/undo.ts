import { text } from '../fields.ts'
import { member, operation, whole } from '../operation.ts'
import type { Step, Undone } from '../undo.ts'

/** Taking operations back. */
export const undo = {
  /** What can be taken back, the last operation first. */
  steps: operation({ method: 'GET', path: '/undo', answer: member<Step[]>('steps') }),
  undo: operation({ method: 'POST', path: '/undo', step: null, answer: whole<Undone>() }),
  /** All operations from the one on that made an event. */
  rewind: operation({
    method: 'POST',
    path: '/undo/rewind',
    body: { event: text({ about: 'Event id, or its unique beginning.', min: 1, max: 200 }) },
    step: null,
    answer: whole<Undone>(),
  }),
}
