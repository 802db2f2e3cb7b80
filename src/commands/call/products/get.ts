import { products } from '../../../catalog/products.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { productDetail } from '../../../views/products.ts'

export default endpointCommand(products.get, productDetail)
