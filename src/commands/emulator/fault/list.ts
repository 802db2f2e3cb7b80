import { AppCommand } from '../../../command.ts'
import { wideFlag } from '../../../command/flags.ts'
import type { Fault } from '../../../control/fault.ts'
import { faultTable } from '../../../views/emulator/faults.ts'

export default class EmulatorFaultList extends AppCommand<{ readonly faults: readonly Fault[] }> {
  static override summary = 'List what is set to go wrong on the emulator, in the order in which it is matched.'

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json']

  static override flags = wideFlag

  async run(): Promise<{ readonly faults: readonly Fault[] }> {
    await this.parse(EmulatorFaultList)
    const faults = await (await this.control()).faults()
    this.show(faultTable(faults, this.looks))
    return { faults }
  }
}
