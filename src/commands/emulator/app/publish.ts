import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../../cli/emulator-command.ts'
import { appFlag } from '../../../cli/flags.ts'
import type { Registration } from '../../../control/contract.ts'
import { confirmPublish } from '../../../tasks/register/confirm-review.ts'
import { meantApp } from '../../../tasks/selection/apps.ts'
import { lifecycleView } from '../../../views/emulator/app-lifecycle.ts'

export default class EmulatorAppPublish extends EmulatorCommand<Registration> {
  static override summary = 'Publish an app on the emulator'

  static override description =
    "Sends the app to review or, with --own-stores, publishes it immediately. For a published app, this command also sends a changed panel URL or changed slots to review. Until approval, the app's panel opens and installs work only in the app's test stores."

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --own-stores']

  static override flags = {
    ...appFlag,
    'own-stores': Flags.boolean({
      summary: "Publish to the developer's own stores only, without a review or a catalog entry.",
    }),
    yes: Flags.boolean({ char: 'y', summary: 'Allow sending a published app back to review.' }),
  }

  async run(): Promise<Registration> {
    const { flags } = await this.parse(EmulatorAppPublish)
    const audience = flags['own-stores'] ? 'own-stores' : 'public'
    const key = await meantApp({ control: () => this.control(), project: () => this.project() }, flags.app)
    const control = await this.control()
    if (audience === 'public') {
      await confirmPublish(this.context, { app: await control.app({ key }), agreed: flags.yes })
    }
    const app = await control.publish({ key, audience })
    this.show(lifecycleView(app, this.looks))
    return app
  }
}
