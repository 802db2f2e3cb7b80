import { endpointCommand } from '../../../call.ts'
import { context } from '../../../catalog/resources/context.ts'
import { contextView } from '../../../views/call/context.ts'

export default endpointCommand(context.get, contextView)
