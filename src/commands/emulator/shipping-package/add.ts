import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../../command.ts'
import { storeFlag } from '../../../command/flags.ts'

const measure = (summary: string) => Flags.string({ required: true, summary, helpValue: '<number>' })

export default class EmulatorShippingPackageAdd extends AppCommand<{ id: number }> {
  static override summary = 'Add a shipping package (box) to a store on the emulator; the first one is the default.'

  static override examples = [
    '<%= config.bin %> <%= command.id %> --name Large --length 60 --width 40 --height 40 --max-weight 20',
  ]

  static override flags = {
    ...storeFlag,
    name: Flags.string({ required: true, summary: 'Name of the box.', helpValue: '<name>' }),
    length: measure('Length in cm.'),
    width: measure('Width in cm.'),
    height: measure('Height in cm.'),
    'max-weight': measure('The most it holds, in kg.'),
    'empty-weight': Flags.string({ summary: 'Its own weight in g.', default: '0', helpValue: '<number>' }),
    default: Flags.boolean({ summary: 'Make it the default one.' }),
  }

  async run(): Promise<{ id: number }> {
    const { flags } = await this.parse(EmulatorShippingPackageAdd)
    const { control, code } = await this.storeControl('Adding a shipping package', flags.store)
    const id = await control.addShippingPackage({
      store: code,
      name: flags.name,
      lengthCm: flags.length,
      widthCm: flags.width,
      heightCm: flags.height,
      emptyWeightG: flags['empty-weight'],
      maxWeightKg: flags['max-weight'],
      isDefault: flags.default,
    })
    this.show(`Shipping package ${id} is there.`)
    return { id }
  }
}
