import { categories } from '../../../catalog/categories.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { categoryAttributeTable } from '../../../views/categories.ts'

export default endpointCommand(categories.attributes, categoryAttributeTable)
