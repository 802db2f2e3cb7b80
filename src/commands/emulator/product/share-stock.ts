import { operationCommand } from '../../../cli/operation-command.ts'
import { sharedStockView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('shareStock', {
  summary: 'Share one stock among all variants of a product',
  description: 'Each variant is a package of one or more pieces.',
  examples: ['<%= config.bin %> <%= command.id %> 14 --pieces 3=1 --pieces 4=6'],
  spelling: {
    id: { as: 'product', isArgument: true, idOf: ['product', 'app call products list'] },
    pieces: { shows: '<variant=n>' },
  },
  view: sharedStockView,
})
