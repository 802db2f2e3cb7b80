import { endpointCommand } from '../../../call.ts'
import { categories } from '../../../catalog/resources/categories.ts'
import { movedCategory } from '../../../views/call/categories.ts'

export default endpointCommand(categories.move, movedCategory)
