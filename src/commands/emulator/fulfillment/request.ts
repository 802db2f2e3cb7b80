import { operationCommand } from '../../../cli/operation-command.ts'
import { routedRequest } from '../../../views/emulator/providers.ts'

export default operationCommand('requestFulfillment', {
  summary: 'Request fulfillment of an order from a provider',
  description:
    "Sends fulfillment.requested to the provider's app only. Create a provider with `app emulator provider create --kind fulfillment`.",
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
