import * as Args from '@oclif/core/args'

import { appFlag } from '../../../command/flags.ts'
import { LifecycleCommand } from '../../../command/lifecycle-command.ts'
import type { Registration } from '../../../control/contract.ts'

export default class EmulatorAppCountries extends LifecycleCommand {
  static override summary = 'Limit an app of the emulator to countries by hand, although it is registered already.'

  static override description =
    'The platform takes the countries when an app is made and never after. What an install reaches changes at once; app.toml stays as it is.'

  static override examples = ['<%= config.bin %> <%= command.id %> TR,DE', '<%= config.bin %> <%= command.id %> all']

  static override args = {
    countries: Args.string({ required: true, description: 'ISO-2 codes with commas between them, or all.' }),
  }

  static override flags = appFlag

  async run(): Promise<Registration> {
    const { args, flags } = await this.parse(EmulatorAppCountries)
    const countries = args.countries === 'all' ? [] : args.countries.split(/[\s,]+/).filter((code) => code !== '')
    return this.onApp(flags.app, (control, key) => control.setCountries({ key, countries }))
  }
}
