import { endpointCommand } from '../../../call.ts'
import { products } from '../../../catalog/resources/products.ts'
import { deltaTable } from '../../../views/call/products.ts'

export default endpointCommand(products.delta, deltaTable)
