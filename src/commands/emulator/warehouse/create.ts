import { operationCommand } from '../../../command/operation-command.ts'
import { storeWarehouseView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('createWarehouse', {
  summary: 'Create an empty warehouse of the store itself on the emulator, so that an app may claim it.',
  examples: ['<%= config.bin %> <%= command.id %> --name Annex --region de'],
  view: storeWarehouseView,
})
