import { operationCommand } from '../../../cli/operation-command.ts'
import { storeProductView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('editProduct', {
  summary: 'Edit a product on the emulator, as the store would',
  examples: [
    '<%= config.bin %> <%= command.id %> 3 --name "Linen shirt, long"',
    '<%= config.bin %> <%= command.id %> 3 --price tr=950 --price de=19.90 --category 2',
  ],
  spelling: {
    id: { as: 'product', isArgument: true, idOf: ['product', 'app call products list'] },
    prices: { as: 'price', shows: '<region=price>' },
    categoryId: { as: 'category', shows: '<id>', idOf: ['category', 'app call categories list'] },
  },
  view: storeProductView,
})
