import { shippingProfiles } from '../../../catalog/shipping-profiles.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { profileTable } from '../../../views/shipping.ts'

export default endpointCommand(shippingProfiles.list, profileTable)
