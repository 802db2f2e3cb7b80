import { prices } from '../../../catalog/prices.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { writtenPrice } from '../../../views/prices.ts'

export default endpointCommand(prices.set, writtenPrice)
