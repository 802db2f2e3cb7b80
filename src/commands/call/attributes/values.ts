import { attributes } from '../../../catalog/attributes.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { valueTable } from '../../../views/attributes.ts'

export default endpointCommand(attributes.values, valueTable)
