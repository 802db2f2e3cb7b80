import { endpointCommand } from '../../../call.ts'
import { shippingPackages } from '../../../catalog/resources/shipping-packages.ts'
import { packageTable } from '../../../views/call/shipping.ts'

export default endpointCommand(shippingPackages.list, packageTable)
