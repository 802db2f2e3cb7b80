import { endpointCommand } from '../../../call.ts'
import { products } from '../../../catalog/resources/products.ts'
import { productTable } from '../../../views/call/products.ts'

export default endpointCommand(products.list, productTable)
