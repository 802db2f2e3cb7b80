import { products } from '../../../catalog/products.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { updatedProduct } from '../../../views/products.ts'

export default endpointCommand(products.update, updatedProduct)
