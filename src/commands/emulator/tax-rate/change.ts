import { operationCommand } from '../../../command/operation-command.ts'
import { changedRateView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('changeTaxRate', {
  summary: 'Change the rate of a tax rule on the emulator: the old row is inactive, a new one has a new id.',
  examples: ['<%= config.bin %> <%= command.id %> 2 21'],
  spelling: {
    id: { as: 'rule', isArgument: true, idOf: ['tax rule', 'app call tax-rules list'] },
    rate: { isArgument: true },
  },
  view: changedRateView,
})
