import * as Args from '@oclif/core/args'

import { AppCommand, type AppCommandClass } from '../command.ts'
import type { ProductOperation, StoreProduct } from '../control/store-contract.ts'
import { readId } from '../tasks/record-id.ts'
import { storeProductView } from '../views/emulator/store-goods.ts'
import { storeFlag } from './flags.ts'

/** A command that changes the status of one product on the emulator, as the store would. */
export function productCommand(operation: ProductOperation, summary: string): AppCommandClass<StoreProduct> {
  return class ProductCommand extends AppCommand<StoreProduct> {
    static override summary = summary

    static override examples = ['<%= config.bin %> <%= command.id %> 3']

    static override args = { product: Args.string({ required: true, description: 'Product id.' }) }

    static override flags = storeFlag

    async run(): Promise<StoreProduct> {
      const { args, flags } = await this.parse(ProductCommand)
      const id = readId(args.product, 'product', 'app call products list')
      const { control, code } = await this.storeControl('Changing a product', flags.store)
      const product = await control.changeProduct({ store: code, id, operation })
      this.show(storeProductView(product, this.looks))
      return product
    }
  }
}
