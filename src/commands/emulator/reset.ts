import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../command/emulator-command.ts'
import { AppError } from '../../errors.ts'

export default class EmulatorReset extends EmulatorCommand<{ reset: boolean }> {
  static override summary =
    'Empty the running emulator: remove apps, stores, installs and queue, and set the clock right.'

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --yes']

  static override flags = {
    yes: Flags.boolean({ char: 'y', summary: 'Do not ask.' }),
  }

  async run(): Promise<{ reset: boolean }> {
    const { flags } = await this.parse(EmulatorReset)
    const control = await this.control()
    if (!flags.yes && !(await this.#agreed())) return { reset: false }
    await control.reset()
    this.show('The emulator is empty.')
    return { reset: true }
  }

  #agreed(): Promise<boolean> {
    const { terminal } = this.context
    if (!terminal.isInteractive) {
      throw new AppError('usage.missing', 'A reset removes all apps and stores of the emulator.', {
        suggestions: ['app emulator reset --yes'],
      })
    }
    return terminal.ask.confirm({ message: 'Remove all apps, stores and installs of the emulator?', flag: '--yes' })
  }
}
