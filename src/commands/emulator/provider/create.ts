import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../../cli/emulator-command.ts'
import { providerKinds, type Provider } from '../../../control/provider.ts'
import { meantApp } from '../../../tasks/selection/apps.ts'
import { openedProvider } from '../../../views/emulator/providers.ts'

export default class EmulatorProviderCreate extends EmulatorCommand<Provider> {
  static override summary = 'Create a provider for an app, as the platform would'

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %> --kind carrier --name "Example Parcel"']

  static override flags = {
    kind: Flags.string({ required: true, options: [...providerKinds], summary: 'Provider kind.' }),
    name: Flags.string({ required: true, summary: 'Provider name.', helpValue: '<name>' }),
    app: Flags.string({
      summary: "Key of the app that runs the provider. Default: this project's app.",
      helpValue: '<key>',
    }),
  }

  async run(): Promise<Provider> {
    const { flags } = await this.parse(EmulatorProviderCreate)
    const appKey = await meantApp({ control: () => this.control(), project: () => this.project() }, flags.app)
    const control = await this.control()
    const kind = providerKinds.find((one) => one === flags.kind) ?? 'carrier'
    const provider = await control.openProvider({ kind, name: flags.name, appKey })
    this.show(openedProvider(provider, this.looks))
    return provider
  }
}
