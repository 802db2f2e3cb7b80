import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../../command.ts'
import { storeFlag } from '../../../command/flags.ts'
import type { StockLevel } from '../../../control/store-contract.ts'
import { readId } from '../../../tasks/record-id.ts'
import { stockView } from '../../../views/emulator/store-goods.ts'

export default class EmulatorProductStock extends AppCommand<StockLevel> {
  static override summary = 'Set the stock of a product on the emulator, as the store would when it counts its shelves.'

  static override examples = [
    '<%= config.bin %> <%= command.id %> 3 12',
    '<%= config.bin %> <%= command.id %> 3 0 --warehouse 2 --variant 7',
  ]

  static override args = {
    product: Args.string({ required: true, description: 'Product id.' }),
    quantity: Args.string({ required: true, description: 'Pieces, from 0.' }),
  }

  static override flags = {
    ...storeFlag,
    warehouse: Flags.string({ summary: 'Warehouse id; the default one when left out.', helpValue: '<id>' }),
    variant: Flags.string({ summary: 'Variant id; the product itself when left out.', helpValue: '<id>' }),
  }

  async run(): Promise<StockLevel> {
    const { args, flags } = await this.parse(EmulatorProductStock)
    const { quantity } = args
    const id = readId(args.product, 'product', 'app call products list')
    const { warehouse, variant } = flags
    const input = {
      quantity,
      ...(warehouse === undefined ? {} : { warehouseId: readId(warehouse, 'warehouse', 'app call warehouses list') }),
      ...(variant === undefined ? {} : { variantId: readId(variant, 'variant', 'app call products get') }),
    }
    const { control, code } = await this.storeControl('Setting stock', flags.store)
    const level = await control.setStock({ store: code, id, ...input })
    this.show(stockView(level, this.looks))
    return level
  }
}
