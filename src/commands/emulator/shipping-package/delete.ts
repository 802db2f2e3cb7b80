import { deleteShippingCommand } from '../../../cli/shipping-command.ts'

export default deleteShippingCommand('package', 'Delete a shipping package (box) from a store')
