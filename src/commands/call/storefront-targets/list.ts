import { endpointCommand } from '../../../call.ts'
import { storefrontTargets } from '../../../catalog/resources/storefront-targets.ts'
import { targetTable } from '../../../views/call/storefront-targets.ts'

export default endpointCommand(storefrontTargets.list, targetTable)
