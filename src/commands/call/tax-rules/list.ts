import { endpointCommand } from '../../../call.ts'
import { taxRules } from '../../../catalog/resources/tax-rules.ts'
import { taxRuleTable } from '../../../views/call/tax-rules.ts'

export default endpointCommand(taxRules.list, taxRuleTable)
