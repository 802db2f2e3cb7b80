import { endpointCommand } from '../../../call.ts'
import { storeInfo } from '../../../catalog/resources/store-info.ts'
import { storeInfoView } from '../../../views/call/store-info.ts'

export default endpointCommand(storeInfo.get, storeInfoView)
