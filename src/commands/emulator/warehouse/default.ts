import * as Args from '@oclif/core/args'

import { AppCommand } from '../../../command.ts'
import { storeFlag } from '../../../command/flags.ts'
import type { StoreWarehouse } from '../../../control/store-contract.ts'
import { readId } from '../../../tasks/record-id.ts'
import { storeWarehouseView } from '../../../views/emulator/store-goods.ts'

export default class EmulatorWarehouseDefault extends AppCommand<StoreWarehouse> {
  static override summary = 'Make a warehouse the default one of its store on the emulator, and no other.'

  static override examples = ['<%= config.bin %> <%= command.id %> 2']

  static override args = { warehouse: Args.string({ required: true, description: 'Id of the warehouse.' }) }

  static override flags = storeFlag

  async run(): Promise<StoreWarehouse> {
    const { args, flags } = await this.parse(EmulatorWarehouseDefault)
    const id = readId(args.warehouse, 'warehouse', 'app call warehouses list')
    const { control, code } = await this.storeControl('Choosing a default warehouse', flags.store)
    const warehouse = await control.makeDefaultWarehouse({ store: code, id })
    this.show(storeWarehouseView(warehouse, this.looks))
    return warehouse
  }
}
