import * as Args from '@oclif/core/args'

import { AppCommand } from '../../../command.ts'
import type { ClockAnswer } from '../../../control/contract.ts'
import { parseDuration } from '../../../tasks/duration.ts'
import { clockLine } from '../../../views/emulator/emulator.ts'

export default class EmulatorClockAdvance extends AppCommand<ClockAnswer> {
  static override summary =
    "Move the emulator's clock forward; what becomes due, such as retries, is done before the answer."

  static override examples = ['<%= config.bin %> <%= command.id %> 6m', '<%= config.bin %> <%= command.id %> 2h']

  static override args = {
    duration: Args.string({ required: true, description: 'A number with ms, s, m, h or d: 90s, 6m, 2h, 1d.' }),
  }

  async run(): Promise<ClockAnswer> {
    const { args } = await this.parse(EmulatorClockAdvance)
    const ms = parseDuration(args.duration)
    const clock = await (await this.control()).advanceClock({ ms })
    this.show(clockLine(clock))
    return clock
  }
}
