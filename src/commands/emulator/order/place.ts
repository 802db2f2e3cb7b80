import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../../command.ts'
import { storeFlag } from '../../../command/flags.ts'
import type { PlacedOrder } from '../../../control/contract.ts'
import { readItems } from '../../../tasks/emulator/order-items.ts'
import { placedOrderView } from '../../../views/emulator/placed-order.ts'

export default class EmulatorOrderPlace extends AppCommand<PlacedOrder> {
  static override summary = 'Place an order on the emulator, as a customer would; order.created goes out.'

  static override examples = [
    '<%= config.bin %> <%= command.id %> --region tr',
    '<%= config.bin %> <%= command.id %> --store demo --paid --item 3=2 --item 5',
  ]

  static override flags = {
    ...storeFlag,
    region: Flags.string({
      summary: 'Region by id, code, country or currency; the home region when left out.',
      helpValue: '<region>',
    }),
    paid: Flags.boolean({ summary: 'Pay at once, so that order.paid goes out too.' }),
    item: Flags.string({
      multiple: true,
      summary: 'A product id, or id=quantity; one piece of the first product when left out.',
      helpValue: '<product[=quantity]>',
    }),
  }

  async run(): Promise<PlacedOrder> {
    const { flags } = await this.parse(EmulatorOrderPlace)
    const items = flags.item === undefined ? undefined : readItems(flags.item)
    const { control, code } = await this.storeControl('Placing an order', flags.store)
    const order = await control.placeOrder({ store: code, paid: flags.paid, region: flags.region, items })
    this.show(placedOrderView(order, this.looks))
    return order
  }
}
