import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../../command.ts'
import { storeFlag } from '../../../command/flags.ts'
import type { RoutedRequest } from '../../../control/provider.ts'
import { readId } from '../../../tasks/record-id.ts'
import { routedRequest } from '../../../views/emulator/providers.ts'

export default class EmulatorProviderRequest extends AppCommand<RoutedRequest> {
  static override summary = 'Route a request of a store to a provider on the emulator: its app alone gets the event.'

  static override examples = ['<%= config.bin %> <%= command.id %> 1 --store demo']

  static override args = { provider: Args.string({ required: true, description: 'Id of the provider.' }) }

  static override flags = {
    ...storeFlag,
    region: Flags.string({
      summary: 'Region by id, code, country or currency; the home region when left out.',
      helpValue: '<region>',
    }),
  }

  async run(): Promise<RoutedRequest> {
    const { args, flags } = await this.parse(EmulatorProviderRequest)
    const id = readId(args.provider, 'provider', 'app emulator provider list')
    const { control, code: store } = await this.storeControl('Routing a request', flags.store)
    const { region } = flags
    const request = await control.routeToProvider({ id, store, region })
    this.show(routedRequest(request, this.looks))
    return request
  }
}
