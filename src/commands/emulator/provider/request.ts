import { operationCommand } from '../../../cli/operation-command.ts'
import { routedRequest } from '../../../views/emulator/providers.ts'

export default operationCommand('routeToProvider', {
  summary: "Send a store's request to a provider's app only",
  examples: ['<%= config.bin %> <%= command.id %> 1 --store demo'],
  spelling: { id: { as: 'provider', isArgument: true, idOf: ['provider', 'app emulator provider list'] } },
  view: routedRequest,
})
