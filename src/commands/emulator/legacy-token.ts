import * as Args from '@oclif/core/args'

import { AppCommand } from '../../command.ts'
import { appFlag, storeFlag } from '../../command/flags.ts'
import { meantApp } from '../../tasks/meant/apps.ts'

interface SeededToken {
  readonly appKey: string
  /** Code of the store. */
  readonly store: string
  readonly shape: string
  readonly token: string
}

export default class EmulatorLegacyToken extends AppCommand<SeededToken> {
  static override summary =
    'Make a token of an older shape on the emulator, as stores may still have one, and print it.'

  static override description =
    'two-part: stands for the home region. older-prefix: reads and never writes. Both are for apps that are installed per region, and end with the install of the home region; where there is none, nothing ends them. It opens nothing but this emulator, and is kept nowhere.'

  static override examples = [
    'SVCAPP_TOKEN=$(<%= config.bin %> <%= command.id %> two-part) <%= config.bin %> call context get',
    '<%= config.bin %> <%= command.id %> older-prefix --store demo --json',
  ]

  static override args = {
    shape: Args.option({ options: ['two-part', 'older-prefix'] as const })({
      required: true,
      description: 'The shape of the token.',
    }),
  }

  static override flags = { ...appFlag, ...storeFlag }

  async run(): Promise<SeededToken> {
    const { args, flags } = await this.parse(EmulatorLegacyToken)
    const { control, code } = await this.storeControl('Making a token by hand', flags.store)
    const appKey = await meantApp({ control: () => this.control(), project: () => this.project() }, flags.app)
    const token = await control.seedLegacyToken({ store: code, key: appKey, shape: args.shape })
    this.show(token)
    return { appKey, store: code, shape: args.shape, token }
  }
}
