import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { AppError } from '../../errors.ts'

export default class EmulatorReset extends EmulatorCommand<{ reset: boolean }> {
  static override summary = 'Delete all apps, stores and installs, and reset the clock'
  static override description = 'Also empties the delivery queue. The emulator must be running.'

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --yes']

  static override flags = {
    yes: Flags.boolean({ char: 'y', summary: 'Skip the confirmation prompt.' }),
  }

  async run(): Promise<{ reset: boolean }> {
    const { flags } = await this.parse(EmulatorReset)
    const control = await this.control()
    if (!flags.yes && !(await this.#agreed())) return { reset: false }
    await control.reset()
    this.show('Deleted all apps, stores and installs.')
    return { reset: true }
  }

  #agreed(): Promise<boolean> {
    const { terminal } = this.context
    if (!terminal.isInteractive) {
      throw new AppError('usage.missing', 'A reset deletes all apps and stores on the emulator. Confirm with --yes.', {
        suggestions: ['app emulator reset --yes'],
      })
    }
    return terminal.ask.confirm({ message: 'Delete all apps, stores and installs on the emulator?', flag: '--yes' })
  }
}
