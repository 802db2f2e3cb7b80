import { endpointCommand } from '../../../call.ts'
import { attributes } from '../../../catalog/resources/attributes.ts'
import { attributeTable } from '../../../views/call/attributes.ts'

export default endpointCommand(attributes.list, attributeTable)
