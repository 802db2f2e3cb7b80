import type { faults } from '../../control/operations/faults.ts'
import { AppError } from '../../errors.ts'
import { checkFault } from '../faults/check-fault.ts'
import { clearFault, clearFaults, listFaults, setFault } from '../faults/faults.ts'
import type { ControlHandlersFor } from './handler.ts'

export const faultHandlers: ControlHandlersFor<typeof faults> = {
  faults: ({ world }) => listFaults(world),
  setFault: ({ world }, input) => setFault(world, input),
  setFaults: ({ world }, { faults }) => {
    for (const fault of faults) checkFault(fault)
    return faults.map((fault) => setFault(world, fault))
  },
  endFaults: ({ world }, { ids }) => ids.reduce((sum, id) => sum + clearFault(world, id), 0),
  clearFaults: ({ world }) => clearFaults(world),
  clearFault: ({ world }, { id }) => {
    if (clearFault(world, id) > 0) return 1
    throw new AppError('emulator.unknown-fault', `Unknown fault ${id}.`, {
      suggestions: ['app emulator fault list'],
    })
  },
}
