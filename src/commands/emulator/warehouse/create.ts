import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../../command.ts'
import { storeFlag } from '../../../command/flags.ts'
import type { StoreWarehouse } from '../../../control/store-contract.ts'
import { storeWarehouseView } from '../../../views/emulator/store-goods.ts'

export default class EmulatorWarehouseCreate extends AppCommand<StoreWarehouse> {
  static override summary = "Create a warehouse of the store's own on the emulator, empty, so that an app may claim it."

  static override examples = ['<%= config.bin %> <%= command.id %> --name Annex --region de']

  static override flags = {
    ...storeFlag,
    name: Flags.string({ required: true, summary: 'Name of the warehouse.', helpValue: '<name>' }),
    code: Flags.string({ summary: "Its code; the region's code and a number when left out.", helpValue: '<code>' }),
    region: Flags.string({
      summary: 'Region by id, code, country or currency; the home region when left out.',
      helpValue: '<region>',
    }),
  }

  async run(): Promise<StoreWarehouse> {
    const { flags } = await this.parse(EmulatorWarehouseCreate)
    const { control, code: storeCode } = await this.storeControl('Creating a warehouse', flags.store)
    const { name, code, region } = flags
    const warehouse = await control.createWarehouse({ store: storeCode, name, code, region })
    this.show(storeWarehouseView(warehouse, this.looks))
    return warehouse
  }
}
