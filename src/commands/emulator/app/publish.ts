import * as Flags from '@oclif/core/flags'

import { appFlag } from '../../../command/flags.ts'
import { LifecycleCommand } from '../../../command/lifecycle-command.ts'
import type { Registration } from '../../../control/contract.ts'
import { confirmPublish } from '../../../tasks/register/confirm-review.ts'

export default class EmulatorAppPublish extends LifecycleCommand {
  static override summary =
    "Publish an app on the emulator: it goes to review, or to the developer's own stores at once."

  static override description =
    'A published app whose panel address or slots were changed goes back to review by this, and not before. Until it is approved, its panel opens and installs work only in its test stores.'

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --own-stores']

  static override flags = {
    ...appFlag,
    'own-stores': Flags.boolean({ summary: "For the developer's own stores only: no review, not in the catalogue." }),
    yes: Flags.boolean({ char: 'y', summary: 'Agree that a published app goes back to review.' }),
  }

  async run(): Promise<Registration> {
    const { flags } = await this.parse(EmulatorAppPublish)
    const audience = flags['own-stores'] ? 'own-stores' : 'public'
    return this.onApp(flags.app, async (control, key) => {
      if (audience === 'public')
        await confirmPublish(this.context, { app: await control.app({ key }), agreed: flags.yes })
      return control.publish({ key, audience })
    })
  }
}
