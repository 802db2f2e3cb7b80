import { endpointCommand } from '../../../call.ts'
import { warehouses } from '../../../catalog/resources/warehouses.ts'
import { claimedWarehouse } from '../../../views/call/warehouses.ts'

export default endpointCommand(warehouses.claim, claimedWarehouse)
