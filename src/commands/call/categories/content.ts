import { endpointCommand } from '../../../call.ts'
import { categories } from '../../../catalog/resources/categories.ts'
import { categoryContent } from '../../../views/call/categories.ts'

export default endpointCommand(categories.content, categoryContent)
