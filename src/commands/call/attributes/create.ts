import { attributes } from '../../../catalog/attributes.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { writtenAttributes } from '../../../views/attributes.ts'

export default endpointCommand(attributes.create, writtenAttributes)
