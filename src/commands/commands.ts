import * as Args from '@oclif/core/args'

import { AppCommand } from '../command.ts'
import { wideFlag } from '../command/flags.ts'
import { linesFlag } from '../command/lines.ts'
import { describeCommands } from '../tasks/commands/describe-commands.ts'
import { commandTable } from '../views/commands/command-table.ts'
import type { DescribedCommands } from '../views/commands/described-command.ts'

export default class Commands extends AppCommand<DescribedCommands> {
  static override ignoresTarget = true

  static override summary =
    'List the commands: what each does and changes; with --json everything that a program must know about them.'

  static override description =
    'With --json each command has its arguments, flags, examples, what it writes, the error codes and exits that it may end with, and the JSON Schema of what its own --json prints. The error codes are found in the sources without reading conditions: some may never come. The whole list is long; name a topic or a command.'

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> emulator order',
    '<%= config.bin %> <%= command.id %> webhook why --json',
  ]

  static override strict = false

  static override args = { words: Args.string({ description: 'Only those at or below: emulator, webhook list.' }) }

  static override flags = { ...linesFlag, ...wideFlag }

  async run(): Promise<DescribedCommands> {
    const { argv } = await this.parse(Commands)
    const described = describeCommands(this.context.packageRoot, argv.map(String))
    this.show(commandTable(described.commands, this.looks))
    return described
  }

  protected override rows({ commands }: DescribedCommands): readonly unknown[] {
    return commands
  }
}
