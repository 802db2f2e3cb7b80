import type { AppCommandClass } from '../command.ts'
import type { ShippingKind } from '../control/store-contract.ts'
import { operationCommand } from './operation-command.ts'

/** A command that removes a tariff or a box of a store on the emulator. */
export function removeShippingCommand(kind: ShippingKind, summary: string): AppCommandClass<{ removed: number }> {
  return operationCommand(kind === 'profile' ? 'removeShippingProfile' : 'removeShippingPackage', {
    summary,
    examples: ['<%= config.bin %> <%= command.id %> 2'],
    spelling: { id: { isArgument: true, idOf: [`shipping ${kind}`, `app call shipping-${kind}s list`] } },
    view: (_answer, _looks, { id }) => `Removed shipping ${kind} ${id}.`,
    result: (_answer, { id }) => ({ removed: id }),
  })
}
