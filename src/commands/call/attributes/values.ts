import { endpointCommand } from '../../../call.ts'
import { attributes } from '../../../catalog/resources/attributes.ts'
import { valueTable } from '../../../views/call/attributes.ts'

export default endpointCommand(attributes.values, valueTable)
