import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { wideFlag } from '../../cli/flags.ts'
import { linesFlag } from '../../cli/lines.ts'
import { readRunFile } from '../../control/run-file.ts'
import { listAssumptions, type ShownAssumption } from '../../tasks/emulator/list-assumptions.ts'
import { assumptionsView } from '../../views/emulator/assumptions.ts'

export default class EmulatorAssumptions extends EmulatorCommand<{ readonly assumptions: readonly ShownAssumption[] }> {
  static override summary = 'List what the emulator assumes about undocumented behavior'

  static override description =
    'Ids start with N (marked as not shown in the documentation), A (contradictory or unclear), B or C (not documented). A terminal shows one line per assumption. Give an id for its full text, or --wide for the full text of all. If the emulator is running, the current setting values are shown.'

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> A5',
    '<%= config.bin %> <%= command.id %> --wide',
    '<%= config.bin %> <%= command.id %> --json',
  ]

  static override args = { id: Args.string({ description: 'Assumption id, such as N5 or A20.' }) }

  static override flags = { ...linesFlag, ...wideFlag }

  async run(): Promise<{ readonly assumptions: readonly ShownAssumption[] }> {
    const { args } = await this.parse(EmulatorAssumptions)
    const isRunning = readRunFile(this.context.paths) !== null
    const settings = isRunning ? (await (await this.control()).settings()).list : null
    const assumptions = listAssumptions(settings, args.id)
    this.show(assumptionsView(assumptions, this.looks))
    return { assumptions }
  }
}
