import { deleteShippingCommand } from '../../../command/shipping-command.ts'

export default deleteShippingCommand('profile', 'Remove a shipping profile (tariff) of a store on the emulator.')
