import * as Flags from '@oclif/core/flags'

import { appFlag } from '../../../command/flags.ts'
import { LifecycleCommand } from '../../../command/lifecycle-command.ts'
import type { Registration } from '../../../control/contract.ts'

export default class EmulatorAppPublish extends LifecycleCommand {
  static override summary =
    "Publish an app on the emulator: it goes to review, or to the developer's own stores at once."

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --own-stores']

  static override flags = {
    ...appFlag,
    'own-stores': Flags.boolean({ summary: "For the developer's own stores only: no review, not in the catalogue." }),
  }

  async run(): Promise<Registration> {
    const { flags } = await this.parse(EmulatorAppPublish)
    const audience = flags['own-stores'] ? 'own-stores' : 'public'
    return this.onApp(flags.app, (control, key) => control.publish(key, audience))
  }
}
