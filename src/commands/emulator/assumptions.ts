import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../command/emulator-command.ts'
import { wideFlag } from '../../command/flags.ts'
import { linesFlag } from '../../command/lines.ts'
import { readRunFile } from '../../control/run-file.ts'
import { listAssumptions, type ShownAssumption } from '../../tasks/emulator/list-assumptions.ts'
import { assumptionsView } from '../../views/emulator/assumptions.ts'

export default class EmulatorAssumptions extends EmulatorCommand<{ readonly assumptions: readonly ShownAssumption[] }> {
  static override summary = 'List what the documents leave open and what the emulator does there, with its switches.'

  static override description =
    'N: labelled as not shown. A: contradictory or unclear. B and C: silent. A terminal shows one line for each; name one to see its whole text, or give --wide to see all in full. With a running emulator the present value of each switch is shown.'

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> A5',
    '<%= config.bin %> <%= command.id %> --wide',
    '<%= config.bin %> <%= command.id %> --json',
  ]

  static override args = { id: Args.string({ description: 'Only this choice, such as N5 or A20.' }) }

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
