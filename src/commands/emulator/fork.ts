import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { readRunFile } from '../../control/run-file.ts'
import type { ForkedPlatform } from '../../tasks/emulator/platforms/fork-platform.ts'

export default class EmulatorFork extends EmulatorCommand<ForkedPlatform> {
  static override summary = "Copy this platform's state to a new platform"

  static override description =
    'The copy has the same apps, stores, installs and journal, but no snapshots. It is separate from then on: select it with --platform <name>, also for `app dev`. The emulator can be running.'

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> before-refactoring',
    '<%= config.bin %> dev --platform before-refactoring',
  ]

  static override args = { name: Args.string({ required: true, description: 'Name of the new platform.' }) }

  async run(): Promise<ForkedPlatform> {
    const { args } = await this.parse(EmulatorFork)
    const { forkPlatform } = await import('../../tasks/emulator/platforms/fork-platform.ts')
    const control = readRunFile(this.context.paths) === null ? null : await this.control()
    const forked = await forkPlatform(this.context, control, args.name)
    this.show(
      `Created platform ${forked.name} as a copy of ${forked.from}. To use it: app dev --platform ${forked.name}`,
    )
    return forked
  }
}
