import { endpointCommand } from '../../../call.ts'
import { shippingProfiles } from '../../../catalog/resources/shipping-profiles.ts'
import { profileTable } from '../../../views/call/shipping.ts'

export default endpointCommand(shippingProfiles.list, profileTable)
