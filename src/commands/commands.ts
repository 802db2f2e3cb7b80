import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import { wideFlag } from '../cli/flags.ts'
import { linesFlag } from '../cli/lines.ts'
import { briefCommands, describeCommands } from '../tasks/commands/describe-commands.ts'
import { commandTable } from '../views/commands/command-table.ts'
import type { BriefCommands, DescribedCommands } from '../views/commands/described-command.ts'

export default class Commands extends AppCommand<BriefCommands | DescribedCommands> {
  static override ignoresTarget = true

  static override summary = 'List commands and their effects'

  static override description =
    'An effect is what a command can change: the project, local state, the emulator or the live platform. With --json, each command has its summary, arguments, flags and effects. --full adds descriptions, examples, exit codes, error codes and the JSON Schema of its --json output. The output for all commands is about 700 kB, so specify a topic or a command. Error codes are found in the source without evaluating conditions, so some may never occur.'

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> emulator order',
    '<%= config.bin %> <%= command.id %> --json',
    '<%= config.bin %> <%= command.id %> webhook why --json --full',
  ]

  static override strict = false

  static override args = { words: Args.string({ description: 'Topic or command, such as emulator or webhook list.' }) }

  static override flags = {
    full: Flags.boolean({ summary: 'With --json, add descriptions, examples, errors and schemas.' }),
    ...linesFlag,
    ...wideFlag,
  }

  async run(): Promise<BriefCommands | DescribedCommands> {
    const { argv, flags } = await this.parse(Commands)
    const described = describeCommands(this.context.packageRoot, argv.map(String))
    this.show(commandTable(described.commands, this.looks))
    return flags.full ? described : briefCommands(described)
  }

  protected override rows({ commands }: BriefCommands | DescribedCommands): readonly unknown[] {
    return commands
  }
}
