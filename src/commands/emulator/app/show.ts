import { appFlag } from '../../../command/flags.ts'
import { LifecycleCommand } from '../../../command/lifecycle-command.ts'
import type { Registration } from '../../../control/contract.ts'

export default class EmulatorAppShow extends LifecycleCommand {
  static override summary = 'Show where an app stands on the emulator: status, catalogue, countries, test stores.'

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json']

  static override flags = appFlag

  async run(): Promise<Registration> {
    const { flags } = await this.parse(EmulatorAppShow)
    return this.onApp(flags.app, (control, key) => control.app({ key }))
  }
}
