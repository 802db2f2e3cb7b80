import { deleteShippingCommand } from '../../../cli/shipping-command.ts'

export default deleteShippingCommand('profile', 'Delete a shipping profile (tariff) from a store')
