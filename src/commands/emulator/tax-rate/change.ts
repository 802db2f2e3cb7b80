import * as Args from '@oclif/core/args'

import { AppCommand } from '../../../command.ts'
import { storeFlag } from '../../../command/flags.ts'
import type { StoreTaxRule } from '../../../control/store-contract.ts'
import { readId } from '../../../tasks/record-id.ts'
import { changedRateView } from '../../../views/emulator/store-goods.ts'

export default class EmulatorTaxRateChange extends AppCommand<StoreTaxRule> {
  static override summary =
    'Change the rate of a tax rule on the emulator: the old row is inactive, a new one has a new id.'

  static override examples = ['<%= config.bin %> <%= command.id %> 2 21']

  static override args = {
    rule: Args.string({ required: true, description: 'Id of the tax rule.' }),
    rate: Args.string({ required: true, description: 'The new rate in percent, for example 19.5.' }),
  }

  static override flags = storeFlag

  async run(): Promise<StoreTaxRule> {
    const { args, flags } = await this.parse(EmulatorTaxRateChange)
    const id = readId(args.rule, 'tax rule', 'app call tax-rules list')
    const { control, code } = await this.storeControl('Changing a tax rate', flags.store)
    const rule = await control.changeTaxRate({ store: code, id, rate: args.rate })
    this.show(changedRateView(rule, this.looks))
    return rule
  }
}
