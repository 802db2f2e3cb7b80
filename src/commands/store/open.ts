import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { seedSizesText } from '../../cli/flags.ts'
import type { OpenStoreAnswer } from '../../control/contract.ts'
import { seedNames } from '../../control/seed/seed-names.ts'
import { openTestStore } from '../../tasks/selection/stores.ts'
import { defined } from '../../text/defined.ts'
import { openedStoreView } from '../../views/stores.ts'

export default class StoreOpen extends AppCommand<OpenStoreAnswer> {
  static override summary = 'Create a test store on the emulator'
  static override description = 'The store has its own data, admin and storefront. It is free.'

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> store open --name Demo',
    '<%= config.bin %> store open --name "Two regions" --regions TR,DE --json',
    '<%= config.bin %> store open --name Big --seed large',
  ]

  static override rejectedOnLive = { '': 'Create a test store in the developer console.' }

  static override flags = {
    name: Flags.string({ summary: 'Store name.', default: 'Demo', helpValue: '<name>' }),
    regions: Flags.string({
      summary: "Countries of the store's regions, home region first. Default: TR,DE,GB.",
      helpValue: '<countries>',
    }),
    'without-domain': Flags.string({
      summary: 'Countries of regions without their own domain.',
      helpValue: '<countries>',
    }),
    seed: Flags.string({
      options: [...seedNames],
      default: 'small',
      summary: `Store contents. ${seedSizesText}`,
    }),
    empty: Flags.boolean({ summary: 'Same as --seed none.', exclusive: ['seed'] }),
  }

  async run(): Promise<OpenStoreAnswer> {
    const { flags } = await this.parse(StoreOpen)
    const { identity } = await this.target()
    const regions = countryList(flags.regions)
    const withoutDomain = countryList(flags['without-domain'])
    const seed = flags.empty ? 'none' : seedNames.find((one) => one === flags.seed)
    const answer = await openTestStore(
      { context: this.context, control: await this.control(), identity },
      {
        name: flags.name,
        ...defined({ seed, regions, withoutDomain }),
      },
    )
    this.show(openedStoreView(answer, this.looks))
    return answer
  }
}

function countryList(text: string | undefined): string[] | undefined {
  return text?.split(/[\s,]+/).filter((country) => country !== '')
}
