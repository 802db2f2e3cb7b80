import { storeInfo } from '../../../catalog/store-info.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { storeInfoView } from '../../../views/store-info.ts'

export default endpointCommand(storeInfo.get, storeInfoView)
