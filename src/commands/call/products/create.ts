import { endpointCommand } from '../../../call.ts'
import { products } from '../../../catalog/resources/products.ts'
import { writtenProduct } from '../../../views/call/products.ts'

export default endpointCommand(products.create, writtenProduct)
