import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../command/emulator-command.ts'
import { readRunFile } from '../../control/run-file.ts'
import type { ForkedPlatform } from '../../tasks/emulator/platforms/fork-platform.ts'

export default class EmulatorFork extends EmulatorCommand<ForkedPlatform> {
  static override summary = 'Copy the state of this platform into a new one: apps, stores, installs, journal.'

  static override description =
    'From then on the copy is a separate platform; --platform <name> means it, in `app dev` too. The emulator may run meanwhile. Snapshots stay with the original.'

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
      `The platform ${forked.name} is a copy of ${forked.from} as it was just now: app dev --platform ${forked.name}`,
    )
    return forked
  }
}
