import * as Args from '@oclif/core/args'

import { appFlag } from '../../../command/flags.ts'
import { LifecycleCommand } from '../../../command/lifecycle-command.ts'
import type { Registration } from '../../../control/contract.ts'

export default class EmulatorAppReview extends LifecycleCommand {
  static override summary = 'Give the verdict on an app that is in review on the emulator, as the platform would.'

  static override examples = [
    '<%= config.bin %> <%= command.id %> approve',
    '<%= config.bin %> <%= command.id %> refuse',
  ]

  static override args = {
    verdict: Args.string({
      required: true,
      options: ['approve', 'refuse'],
      description: 'Approved it is published and in the catalogue, refused it is a draft again.',
    }),
  }

  static override flags = appFlag

  async run(): Promise<Registration> {
    const { args, flags } = await this.parse(EmulatorAppReview)
    return this.onApp(flags.app, (control, key) => control.review({ key, approved: args.verdict === 'approve' }))
  }
}
