import { AppCommand } from '../../../command.ts'
import type { ClockAnswer } from '../../../control/contract.ts'
import { clockLine } from '../../../views/emulator/emulator.ts'

export default class EmulatorClockShow extends AppCommand<ClockAnswer> {
  static override summary = "Show the emulator's clock, which codes, tokens, limits and retries go by."

  static override examples = ['<%= config.bin %> <%= command.id %>']

  async run(): Promise<ClockAnswer> {
    await this.parse(EmulatorClockShow)
    const clock = await (await this.control()).clock()
    this.show(clockLine(clock))
    return clock
  }
}
