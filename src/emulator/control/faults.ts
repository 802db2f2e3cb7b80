import type { faults } from '../../control/operations/faults.ts'
import { AppError } from '../../errors.ts'
import { checkFault } from '../faults/check-fault.ts'
import { clearFault, clearFaults, listFaults, setFault } from '../faults/faults.ts'
import type { ControlHandlersFor } from './handler.ts'

export const faultHandlers: ControlHandlersFor<typeof faults> = {
  faults: ({ world }) => listFaults(world),
  setFault: ({ world }, input) => setFault(world, input),
  setFaults: ({ world }, { faults: wanted }) => {
    for (const fault of wanted) checkFault(fault)
    return wanted.map((fault) => setFault(world, fault))
  },
  clearFaults: ({ world }, { ids }) =>
    ids === undefined ? clearFaults(world) : ids.split(',').reduce((sum, id) => sum + clearFault(world, Number(id)), 0),
  clearFault: ({ world }, { id }) => {
    if (clearFault(world, id) > 0) return 1
    throw new AppError('emulator.unknown-fault', `There is no fault ${id}.`, {
      suggestions: ['app emulator fault list'],
    })
  },
}
