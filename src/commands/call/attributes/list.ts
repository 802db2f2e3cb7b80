import { attributes } from '../../../catalog/attributes.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { attributeTable } from '../../../views/attributes.ts'

export default endpointCommand(attributes.list, attributeTable)
