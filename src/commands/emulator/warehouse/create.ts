import { operationCommand } from '../../../command/operation-command.ts'
import { storeWarehouseView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('createWarehouse', {
  summary: "Create a warehouse of the store's own on the emulator, empty, so that an app may claim it.",
  examples: ['<%= config.bin %> <%= command.id %> --name Annex --region de'],
  view: storeWarehouseView,
})
