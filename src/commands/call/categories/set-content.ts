import { categories } from '../../../catalog/categories.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { writtenContent } from '../../../views/categories.ts'

export default endpointCommand(categories['set-content'], writtenContent)
