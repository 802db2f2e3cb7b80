import { categories } from '../../../catalog/categories.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { createdCategory } from '../../../views/categories.ts'

export default endpointCommand(categories.create, createdCategory)
