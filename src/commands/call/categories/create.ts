import { endpointCommand } from '../../../call.ts'
import { categories } from '../../../catalog/resources/categories.ts'
import { createdCategory } from '../../../views/call/categories.ts'

export default endpointCommand(categories.create, createdCategory)
