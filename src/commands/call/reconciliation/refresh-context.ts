import { reconciliation } from '../../../catalog/reconciliation.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { refreshContext } from '../../../views/reconciliation.ts'

export default endpointCommand(reconciliation['refresh-context'], refreshContext)
