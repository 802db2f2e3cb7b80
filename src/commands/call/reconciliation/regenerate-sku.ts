import { endpointCommand } from '../../../call.ts'
import { reconciliation } from '../../../catalog/resources/reconciliation.ts'
import { regeneratedSku } from '../../../views/call/reconciliation.ts'

export default endpointCommand(reconciliation['regenerate-sku'], regeneratedSku)
