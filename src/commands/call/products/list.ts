import { products } from '../../../catalog/products.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { productTable } from '../../../views/products.ts'

export default endpointCommand(products.list, productTable)
