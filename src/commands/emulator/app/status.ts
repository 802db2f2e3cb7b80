import * as Args from '@oclif/core/args'

import { appFlag } from '../../../command/flags.ts'
import { LifecycleCommand } from '../../../command/lifecycle-command.ts'
import type { AppStatus, Registration } from '../../../control/contract.ts'

const letters = {
  draft: 'D',
  'in-review': 'P',
  published: 'published',
  suspended: 'X',
} as const satisfies Record<string, AppStatus>

export default class EmulatorAppStatus extends LifecycleCommand {
  static override summary = 'Put an app of the emulator into any status by hand, past publishing and review.'

  static override examples = [
    '<%= config.bin %> <%= command.id %> draft',
    '<%= config.bin %> <%= command.id %> published',
  ]

  static override args = {
    status: Args.option({ options: ['draft', 'in-review', 'published', 'suspended'] as const })({
      required: true,
      description: 'The new status.',
    }),
  }

  static override flags = appFlag

  async run(): Promise<Registration> {
    const { args, flags } = await this.parse(EmulatorAppStatus)
    return this.onApp(flags.app, (control, key) => control.setStatus({ key, status: letters[args.status] }))
  }
}
