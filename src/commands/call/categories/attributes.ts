import { endpointCommand } from '../../../call.ts'
import { categories } from '../../../catalog/resources/categories.ts'
import { categoryAttributeTable } from '../../../views/call/categories.ts'

export default endpointCommand(categories.attributes, categoryAttributeTable)
