import { operationCommand } from '../../../command/operation-command.ts'
import { sharedStockView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('shareStock', {
  summary: 'Give all variants of a product on the emulator one stock, each a package of some pieces.',
  examples: ['<%= config.bin %> <%= command.id %> 14 --pieces 3=1 --pieces 4=6'],
  spelling: {
    id: { as: 'product', isArgument: true, idOf: ['product', 'app call products list'] },
    pieces: { shows: '<variant=n>' },
  },
  view: sharedStockView,
})
