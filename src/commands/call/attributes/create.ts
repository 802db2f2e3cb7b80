import { endpointCommand } from '../../../call.ts'
import { attributes } from '../../../catalog/resources/attributes.ts'
import { writtenAttributes } from '../../../views/call/attributes.ts'

export default endpointCommand(attributes.create, writtenAttributes)
