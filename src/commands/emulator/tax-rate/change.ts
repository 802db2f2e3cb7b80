import { operationCommand } from '../../../cli/operation-command.ts'
import { changedRateView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('changeTaxRate', {
  summary: 'Change a tax rate on the emulator',
  description: 'The old tax rule becomes inactive. A new rule with a new id replaces it.',
  examples: ['<%= config.bin %> <%= command.id %> 2 21'],
  spelling: {
    id: { as: 'rule', isArgument: true, idOf: ['tax rule', 'app call tax-rules list'] },
    rate: { isArgument: true },
  },
  view: changedRateView,
})
