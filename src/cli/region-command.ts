import type { AppCommandClass } from '../cli.ts'
import type { StoreRegion } from '../control/contract.ts'
import type { RegionOperation } from '../control/store-contract.ts'
import { changedRegionLine } from '../views/emulator/store-goods.ts'
import { operationCommand } from './operation-command.ts'

/** Creates a command that opens or closes one region of a store on the emulator. */
export function regionCommand(operation: RegionOperation, summary: string): AppCommandClass<StoreRegion> {
  return operationCommand('changeRegion', {
    summary,
    examples: ['<%= config.bin %> <%= command.id %> de'],
    known: { operation },
    spelling: { region: { isArgument: true } },
    view: (region) => changedRegionLine(region, operation === 'activate'),
  })
}
