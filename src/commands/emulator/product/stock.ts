import { operationCommand } from '../../../cli/operation-command.ts'
import { stockView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('setStock', {
  summary: "Set a product's stock on the emulator, as the store would",
  examples: [
    '<%= config.bin %> <%= command.id %> 3 12',
    '<%= config.bin %> <%= command.id %> 3 0 --warehouse 2 --variant 7',
  ],
  spelling: {
    id: { as: 'product', isArgument: true, idOf: ['product', 'app call products list'] },
    quantity: { isArgument: true },
    warehouseId: { as: 'warehouse', shows: '<id>', idOf: ['warehouse', 'app call warehouses list'] },
    variantId: { as: 'variant', shows: '<id>', idOf: ['variant', 'app call products get'] },
  },
  view: stockView,
})
