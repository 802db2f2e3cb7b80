import { removeShippingCommand } from '../../../command/shipping-command.ts'

export default removeShippingCommand('profile', 'Remove a shipping profile (tariff) from a store')
