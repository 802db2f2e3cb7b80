import { products } from '../../../catalog/products.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { writtenProduct } from '../../../views/products.ts'

export default endpointCommand(products.create, writtenProduct)
