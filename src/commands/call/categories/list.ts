import { endpointCommand } from '../../../call.ts'
import { categories } from '../../../catalog/resources/categories.ts'
import { categoryTable } from '../../../views/call/categories.ts'

export default endpointCommand(categories.list, categoryTable)
