import type { undo } from '../../control/operations/undo.ts'
import type { ControlHandlersFor } from './handler.ts'

export const undoHandlers: ControlHandlersFor<typeof undo> = {
  steps: ({ undo: steps }) => steps.list(),
  undo: ({ undo: steps }) => steps.undo(),
  rewind: ({ undo: steps }, { event }) => steps.rewind(event),
}
