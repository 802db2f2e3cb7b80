import { products } from '../../../catalog/products.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { bulkTable } from '../../../views/products.ts'

export default endpointCommand(products.bulk, bulkTable)
