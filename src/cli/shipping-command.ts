import type { AppCommandClass } from '../cli.ts'
import type { ShippingKind } from '../control/store-contract.ts'
import { operationCommand } from './operation-command.ts'

/** Creates a command that deletes a store's shipping rate or box on the emulator. */
export function deleteShippingCommand(kind: ShippingKind, summary: string): AppCommandClass<{ deleted: number }> {
  return operationCommand(kind === 'profile' ? 'removeShippingProfile' : 'removeShippingPackage', {
    summary,
    examples: ['<%= config.bin %> <%= command.id %> 2'],
    spelling: { id: { isArgument: true, idOf: [`shipping ${kind}`, `app call shipping-${kind}s list`] } },
    view: (_answer, _looks, { id }) => `Deleted shipping ${kind} ${id}.`,
    result: (_answer, { id }) => ({ deleted: id }),
  })
}
