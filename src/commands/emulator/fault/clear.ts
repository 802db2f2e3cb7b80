import { EmulatorCommand } from '../../../cli/emulator-command.ts'
import { faultNumber } from '../../../cli/number-argument.ts'

export default class EmulatorFaultClear extends EmulatorCommand<{ readonly cleared: number }> {
  static override summary = 'Clear one or all faults on the emulator'

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> 3']

  static override args = { fault: faultNumber({ description: 'Fault number. Default: all faults.' }) }

  async run(): Promise<{ readonly cleared: number }> {
    const { args } = await this.parse(EmulatorFaultClear)
    const control = await this.control()
    const cleared = await (args.fault === undefined ? control.clearFaults() : control.clearFault({ id: args.fault }))
    this.show(cleared === 1 ? 'Cleared 1 fault.' : `Cleared ${cleared} faults.`)
    return { cleared }
  }
}
