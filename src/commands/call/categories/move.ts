import { categories } from '../../../catalog/categories.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { movedCategory } from '../../../views/categories.ts'

export default endpointCommand(categories.move, movedCategory)
