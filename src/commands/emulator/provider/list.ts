import { AppCommand } from '../../../command.ts'
import { wideFlag } from '../../../command/flags.ts'
import type { Provider } from '../../../control/provider.ts'
import { emulatorOnly } from '../../../tasks/emulator/emulator-only.ts'
import { providerTable } from '../../../views/emulator/providers.ts'

export default class EmulatorProviderList extends AppCommand<readonly Provider[]> {
  static override summary = 'List the providers of the emulator and the app behind each.'

  static override examples = ['<%= config.bin %> <%= command.id %>']

  static override flags = wideFlag

  async run(): Promise<readonly Provider[]> {
    await this.parse(EmulatorProviderList)
    emulatorOnly(this.targetName, 'Listing providers')
    const providers = await (await this.control()).providers()
    this.show(providerTable(providers, this.looks))
    return providers
  }
}
