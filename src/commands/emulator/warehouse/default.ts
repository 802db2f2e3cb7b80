import { storeCommand } from '../../../command/store-command.ts'
import { storeWarehouseView } from '../../../views/emulator/store-goods.ts'

export default storeCommand('makeDefaultWarehouse', {
  summary: 'Make a warehouse the default one of its store on the emulator, and no other.',
  examples: ['<%= config.bin %> <%= command.id %> 2'],
  doing: 'Choosing a default warehouse',
  spelling: { id: { as: 'warehouse', isArgument: true, idOf: ['warehouse', 'app call warehouses list'] } },
  view: storeWarehouseView,
})
