import { context } from '../../../catalog/context.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { contextView } from '../../../views/context.ts'

export default endpointCommand(context.get, contextView)
