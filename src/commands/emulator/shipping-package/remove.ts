import { removeShippingCommand } from '../../../command/shipping-command.ts'

export default removeShippingCommand('package', 'Remove a shipping package (box) of a store on the emulator.')
