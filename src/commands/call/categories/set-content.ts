import { endpointCommand } from '../../../call.ts'
import { categories } from '../../../catalog/resources/categories.ts'
import { writtenContent } from '../../../views/call/categories.ts'

export default endpointCommand(categories['set-content'], writtenContent)
