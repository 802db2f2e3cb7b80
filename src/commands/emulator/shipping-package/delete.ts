import { deleteShippingCommand } from '../../../command/shipping-command.ts'

export default deleteShippingCommand('package', 'Remove a shipping package (box) of a store on the emulator.')
