import { endpointCommand } from '../../../call.ts'
import { prices } from '../../../catalog/resources/prices.ts'
import { writtenPrices } from '../../../views/call/prices.ts'

export default endpointCommand(prices.bulk, writtenPrices)
