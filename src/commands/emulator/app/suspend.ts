import { appFlag } from '../../../command/flags.ts'
import { LifecycleCommand } from '../../../command/lifecycle-command.ts'
import type { Registration } from '../../../control/contract.ts'

export default class EmulatorAppSuspend extends LifecycleCommand {
  static override summary =
    'Suspend an app on the emulator: no installs, no panel, no events. `app status` puts it back.'

  static override examples = ['<%= config.bin %> <%= command.id %>']

  static override flags = appFlag

  async run(): Promise<Registration> {
    const { flags } = await this.parse(EmulatorAppSuspend)
    return this.onApp(flags.app, (control, key) => control.setStatus({ key, status: 'X' }))
  }
}
