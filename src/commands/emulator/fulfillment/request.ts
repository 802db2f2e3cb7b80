import { operationCommand } from '../../../command/operation-command.ts'
import { routedRequest } from '../../../views/emulator/providers.ts'

export default operationCommand('requestFulfillment', {
  summary: 'Ask a fulfilment provider on the emulator for an order: only its app gets the event.',
  description:
    'fulfillment.requested goes out to the app of the provider. A provider is opened by `app emulator provider create --kind fulfillment`.',
  examples: [
    '<%= config.bin %> <%= command.id %> 41',
    '<%= config.bin %> <%= command.id %> 41 --store demo --provider 2',
  ],
  spelling: {
    id: { as: 'order', isArgument: true, idOf: ['order', 'app call orders list'] },
    provider: { shows: '<id>', idOf: ['provider', 'app emulator provider list'] },
  },
  view: routedRequest,
})
