import { operationCommand } from '../../../cli/operation-command.ts'
import { storeWarehouseView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('createWarehouse', {
  summary: 'Create an empty store warehouse that an app can claim',
  examples: ['<%= config.bin %> <%= command.id %> --name Annex --region de'],
  view: storeWarehouseView,
})
