import { reconciliation } from '../../../catalog/reconciliation.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { adoptedProduct } from '../../../views/reconciliation.ts'

export default endpointCommand(reconciliation.adopt, adoptedProduct)
