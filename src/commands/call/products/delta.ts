import { products } from '../../../catalog/products.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { deltaTable } from '../../../views/products.ts'

export default endpointCommand(products.delta, deltaTable)
