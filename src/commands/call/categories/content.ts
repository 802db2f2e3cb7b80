import { categories } from '../../../catalog/categories.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { categoryContent } from '../../../views/categories.ts'

export default endpointCommand(categories.content, categoryContent)
