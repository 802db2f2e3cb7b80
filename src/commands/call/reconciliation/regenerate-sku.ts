import { reconciliation } from '../../../catalog/reconciliation.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { regeneratedSku } from '../../../views/reconciliation.ts'

export default endpointCommand(reconciliation['regenerate-sku'], regeneratedSku)
