import { endpointCommand } from '../../../call.ts'
import { products } from '../../../catalog/resources/products.ts'
import { bulkTable } from '../../../views/call/products.ts'

export default endpointCommand(products.bulk, bulkTable)
