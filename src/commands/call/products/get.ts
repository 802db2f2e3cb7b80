import { endpointCommand } from '../../../call.ts'
import { products } from '../../../catalog/resources/products.ts'
import { productDetail } from '../../../views/call/products.ts'

export default endpointCommand(products.get, productDetail)
