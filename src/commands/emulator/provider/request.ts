import { operationCommand } from '../../../command/operation-command.ts'
import { routedRequest } from '../../../views/emulator/providers.ts'

export default operationCommand('routeToProvider', {
  summary: 'Route a request of a store to a provider on the emulator: only its app gets the event.',
  examples: ['<%= config.bin %> <%= command.id %> 1 --store demo'],
  spelling: { id: { as: 'provider', isArgument: true, idOf: ['provider', 'app emulator provider list'] } },
  view: routedRequest,
})
