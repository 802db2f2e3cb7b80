import { AppCommand } from '../../command.ts'
import type { EmulatorStatus } from '../../control/contract.ts'
import { statusView } from '../../views/emulator/emulator.ts'

export default class EmulatorStatusCommand extends AppCommand<EmulatorStatus> {
  static override summary = 'Show whether the emulator runs, where, and what is in it.'

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json']

  async run(): Promise<EmulatorStatus> {
    await this.parse(EmulatorStatusCommand)
    const status = await (await this.control()).status()
    this.show(statusView(status))
    return status
  }
}
