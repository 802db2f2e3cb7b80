import { operationCommand } from '../../../command/operation-command.ts'
import { storeWarehouseView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('makeDefaultWarehouse', {
  summary: 'Make a warehouse the default one of its store on the emulator, and no other.',
  examples: ['<%= config.bin %> <%= command.id %> 2'],
  spelling: { id: { as: 'warehouse', isArgument: true, idOf: ['warehouse', 'app call warehouses list'] } },
  view: storeWarehouseView,
})
