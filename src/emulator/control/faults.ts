import type { faults } from '../../control/operations/faults.ts'
import { AppError } from '../../errors.ts'
import { checkFault } from '../faults/check-fault.ts'
import { clearFault, clearFaults, listFaults, setFault } from '../faults/faults.ts'
import type { ControlHandlersFor } from './handler.ts'

export const faultHandlers: ControlHandlersFor<typeof faults> = {
  faults: ({ context }) => listFaults(context),
  setFault: ({ context }, input) => setFault(context, input),
  setFaults: ({ context }, { faults }) => {
    for (const fault of faults) checkFault(fault)
    return faults.map((fault) => setFault(context, fault))
  },
  endFaults: ({ context }, { ids }) => ids.reduce((sum, id) => sum + clearFault(context, id), 0),
  clearFaults: ({ context }) => clearFaults(context),
  clearFault: ({ context }, { id }) => {
    if (clearFault(context, id) > 0) return 1
    throw new AppError('emulator.unknown-fault', `Unknown fault ${id}.`, {
      suggestions: ['app emulator fault list'],
    })
  },
}
