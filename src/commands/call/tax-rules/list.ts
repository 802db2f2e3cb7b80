import { taxRules } from '../../../catalog/tax-rules.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { taxRuleTable } from '../../../views/tax-rules.ts'

export default endpointCommand(taxRules.list, taxRuleTable)
