import { categories } from '../../../catalog/categories.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { bindingTable } from '../../../views/categories.ts'

export default endpointCommand(categories['bind-attributes'], bindingTable)
