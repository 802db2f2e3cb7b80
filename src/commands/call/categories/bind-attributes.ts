import { endpointCommand } from '../../../call.ts'
import { categories } from '../../../catalog/resources/categories.ts'
import { bindingTable } from '../../../views/call/categories.ts'

export default endpointCommand(categories['bind-attributes'], bindingTable)
