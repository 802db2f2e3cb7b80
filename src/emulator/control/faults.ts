import type { faults } from '../../control/operations/faults.ts'
import { clearFaults, listFaults, setFault } from '../faults/faults.ts'
import type { ControlHandlersFor } from './handler.ts'

export const faultHandlers: ControlHandlersFor<typeof faults> = {
  faults: ({ world }) => listFaults(world),
  setFault: ({ world }, input) => setFault(world, input),
  clearFaults: ({ world }) => clearFaults(world, null),
  clearFault: ({ world }, { id }) => clearFaults(world, id),
}
