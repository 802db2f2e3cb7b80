import { warehouses } from '../../../catalog/warehouses.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { claimedWarehouse } from '../../../views/warehouses.ts'

export default endpointCommand(warehouses.claim, claimedWarehouse)
