import { endpointCommand } from '../../../call.ts'
import { reconciliation } from '../../../catalog/resources/reconciliation.ts'
import { refreshContext } from '../../../views/call/reconciliation.ts'

export default endpointCommand(reconciliation['refresh-context'], refreshContext)
