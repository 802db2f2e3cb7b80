import * as Args from '@oclif/core/args'

import { AppCommand, type AppCommandClass } from '../command.ts'
import type { StoreRegion } from '../control/contract.ts'
import type { RegionOperation } from '../control/store-contract.ts'
import { changedRegionLine } from '../views/emulator/store-goods.ts'
import { storeFlag } from './flags.ts'

/** A command that opens or closes one region of a store on the emulator. */
export function regionCommand(operation: RegionOperation, summary: string): AppCommandClass<StoreRegion> {
  return class RegionCommand extends AppCommand<StoreRegion> {
    static override summary = summary

    static override examples = ['<%= config.bin %> <%= command.id %> de']

    static override args = {
      region: Args.string({ required: true, description: 'Region by id, code, country or currency.' }),
    }

    static override flags = storeFlag

    async run(): Promise<StoreRegion> {
      const { args, flags } = await this.parse(RegionCommand)
      const { control, code } = await this.storeControl('Changing a region', flags.store)
      const region = await control.changeRegion({ store: code, region: args.region, operation })
      this.show(changedRegionLine(region, operation === 'activate'))
      return region
    }
  }
}
