import * as Args from '@oclif/core/args'

import { AppCommand } from '../cli.ts'
import { AppError } from '../errors.ts'
import { completedShells, completionScripts, completionSetup, type CompletedShell } from '../views/completion.ts'

export default class Completion extends AppCommand<{ readonly shell: CompletedShell; readonly script: string }> {
  static override ignoresTarget = true

  static override summary = 'Print a shell completion script'

  static override description = `${Object.entries(completionSetup)
    .map(([shell, how]) => `${shell}: ${how}`)
    .join('\n')}

Completes stores, regions, snapshots and deliveries that are stored on this machine. Uses no network and writes nothing.`

  static override examples = ['source <(<%= config.bin %> completion bash)', '<%= config.bin %> completion zsh']

  static override args = {
    shell: Args.string({
      options: [...completedShells],
      description: 'Shell. Default: the shell that SHELL specifies.',
    }),
  }

  async run(): Promise<{ readonly shell: CompletedShell; readonly script: string }> {
    const { args } = await this.parse(Completion)
    const name = args.shell ?? this.context.env['SHELL']?.split('/').at(-1) ?? ''
    const shell = completedShells.find((known) => known === name)
    if (shell === undefined) {
      throw new AppError('usage.missing', 'No shell was given, and SHELL is not set to a supported shell.', {
        suggestions: completedShells.map((known) => `app completion ${known}`),
      })
    }
    this.show(completionScripts[shell])
    // Skipped when a shell reads the script at each start.
    if (this.context.terminal.width > 0) this.note(completionSetup[shell])
    return { shell, script: completionScripts[shell] }
  }
}
