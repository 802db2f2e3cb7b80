import { prices } from '../../../catalog/prices.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { writtenPrices } from '../../../views/prices.ts'

export default endpointCommand(prices.bulk, writtenPrices)
