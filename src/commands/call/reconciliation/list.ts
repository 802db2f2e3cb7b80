import { endpointCommand } from '../../../call.ts'
import { reconciliation } from '../../../catalog/resources/reconciliation.ts'
import { unmanagedTable } from '../../../views/call/reconciliation.ts'

export default endpointCommand(reconciliation.list, unmanagedTable)
