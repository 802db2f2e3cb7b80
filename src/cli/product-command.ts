import type { AppCommandClass } from '../cli.ts'
import type { ProductOperation, StoreProduct } from '../control/store-contract.ts'
import { storeProductView } from '../views/emulator/store-goods.ts'
import { operationCommand } from './operation-command.ts'

/** Creates a command that changes one product's status on the emulator, as the store would. */
export function productCommand(operation: ProductOperation, summary: string): AppCommandClass<StoreProduct> {
  return operationCommand('changeProduct', {
    summary,
    examples: ['<%= config.bin %> <%= command.id %> 3'],
    known: { operation },
    spelling: { id: { as: 'product', isArgument: true, idOf: ['product', 'app call products list'] } },
    view: storeProductView,
  })
}
