import { categories } from '../../../catalog/categories.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { categoryTable } from '../../../views/categories.ts'

export default endpointCommand(categories.list, categoryTable)
