import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../../command.ts'
import { storeFlag } from '../../../command/flags.ts'

export default class EmulatorShippingProfileAdd extends AppCommand<{ id: number }> {
  static override summary = 'Add a shipping profile (tariff) to a store on the emulator; the first one is the default.'

  static override examples = ['<%= config.bin %> <%= command.id %> --name "Heavy goods" --type weight_based']

  static override flags = {
    ...storeFlag,
    name: Flags.string({ required: true, summary: 'Name of the tariff.', helpValue: '<name>' }),
    type: Flags.string({ summary: 'Its profileType, a raw value.', default: 'flat_rate', helpValue: '<type>' }),
    default: Flags.boolean({ summary: 'Make it the default one.' }),
  }

  async run(): Promise<{ id: number }> {
    const { flags } = await this.parse(EmulatorShippingProfileAdd)
    const { control, code } = await this.storeControl('Adding a shipping profile', flags.store)
    const { name, type, default: isDefault } = flags
    const id = await control.addShippingProfile({ store: code, name, profileType: type, isDefault })
    this.show(`Shipping profile ${id} is there.`)
    return { id }
  }
}
