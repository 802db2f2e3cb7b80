import { endpointCommand } from '../../../call.ts'
import { products } from '../../../catalog/resources/products.ts'
import { updatedProduct } from '../../../views/call/products.ts'

export default endpointCommand(products.update, updatedProduct)
