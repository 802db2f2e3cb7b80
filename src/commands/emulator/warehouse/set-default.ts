import { operationCommand } from '../../../cli/operation-command.ts'
import { storeWarehouseView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('makeDefaultWarehouse', {
  summary: "Set a store's default warehouse",
  examples: ['<%= config.bin %> <%= command.id %> 2'],
  spelling: { id: { as: 'warehouse', isArgument: true, idOf: ['warehouse', 'app call warehouses list'] } },
  view: storeWarehouseView,
})
