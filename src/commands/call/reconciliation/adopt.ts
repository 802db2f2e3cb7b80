import { endpointCommand } from '../../../call.ts'
import { reconciliation } from '../../../catalog/resources/reconciliation.ts'
import { adoptedProduct } from '../../../views/call/reconciliation.ts'

export default endpointCommand(reconciliation.adopt, adoptedProduct)
