import { removeShippingCommand } from '../../../command/shipping-command.ts'

export default removeShippingCommand('package', 'Remove a shipping package (box) from a store')
