import { reconciliation } from '../../../catalog/reconciliation.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { unmanagedTable } from '../../../views/reconciliation.ts'

export default endpointCommand(reconciliation.list, unmanagedTable)
