import { shippingPackages } from '../../../catalog/shipping-packages.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { packageTable } from '../../../views/shipping.ts'

export default endpointCommand(shippingPackages.list, packageTable)
