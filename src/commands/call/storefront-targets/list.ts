import { storefrontTargets } from '../../../catalog/storefront-targets.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { targetTable } from '../../../views/storefront-targets.ts'

export default endpointCommand(storefrontTargets.list, targetTable)
