import { endpointCommand } from '../../../call.ts'
import { prices } from '../../../catalog/resources/prices.ts'
import { writtenPrice } from '../../../views/call/prices.ts'

export default endpointCommand(prices.set, writtenPrice)
