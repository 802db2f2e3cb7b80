import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../../command.ts'
import { storeFlag } from '../../../command/flags.ts'
import type { RoutedRequest } from '../../../control/provider.ts'
import { readId } from '../../../tasks/record-id.ts'
import { routedRequest } from '../../../views/emulator/providers.ts'

export default class EmulatorFulfillmentRequest extends AppCommand<RoutedRequest> {
  static override summary = 'Ask a fulfilment provider on the emulator for an order: its app alone gets the event.'

  static override description =
    'fulfillment.requested goes out to the app of the provider. A provider is opened by `app emulator provider open --kind fulfillment`.'

  static override examples = [
    '<%= config.bin %> <%= command.id %> 41',
    '<%= config.bin %> <%= command.id %> 41 --store demo --provider 2',
  ]

  static override args = { order: Args.string({ required: true, description: 'Order id.' }) }

  static override flags = {
    ...storeFlag,
    provider: Flags.string({ summary: 'Id of the provider, where there are several.', helpValue: '<id>' }),
  }

  async run(): Promise<RoutedRequest> {
    const { args, flags } = await this.parse(EmulatorFulfillmentRequest)
    const orderId = readId(args.order, 'order', 'app call orders list')
    const provider =
      flags.provider === undefined ? undefined : readId(flags.provider, 'provider', 'app emulator provider list')
    const { control, code } = await this.storeControl('Asking for fulfilment', flags.store)
    const request = await control.requestFulfillment({ store: code, id: orderId, provider })
    this.show(routedRequest(request, this.looks))
    return request
  }
}
