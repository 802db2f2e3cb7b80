import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import { requireTrustedOrigin } from '../project/origin-trust.ts'
import { appEnvironmentOf, type AppEnvironment } from '../tasks/dev/app-environment.ts'
import { trustTools } from '../tasks/live/trust-tools.ts'
import { environmentView, type EnvironmentFormat } from '../views/environment.ts'

export default class Env extends AppCommand<AppEnvironment> {
  static override summary = "Print the app's environment variables"

  static override description =
    '`app dev` sets them automatically. Use them for an app that you start yourself, for example in a debugger. Secrets are masked without --reveal.'

  static override examples = [
    '<%= config.bin %> env',
    '<%= config.bin %> env --reveal > .env',
    '<%= config.bin %> env --reveal --format shell',
  ]

  static override flags = {
    reveal: Flags.boolean({ summary: 'Print secrets unmasked.' }),
    format: Flags.option({
      options: ['dotenv', 'json', 'shell'] as const,
      default: 'dotenv' as const,
      summary: 'Output format: a .env file, JSON or export lines.',
    })(),
  }

  async run(): Promise<AppEnvironment> {
    const { flags } = await this.parse(Env)
    const project = await this.project()
    const target = await this.target(project)
    // A program with the app's environment sends the app's secrets to the address in it.
    if (flags.reveal) await requireTrustedOrigin(trustTools(this.context), target)
    const control = target.name === 'emulator' ? await this.control() : null
    const environment = await appEnvironmentOf(this.context, { project, target, control, reveal: flags.reveal })
    // Always plain text, because a file or shell reads the values unchanged.
    this.show(environmentView(environment, flags.format satisfies EnvironmentFormat))
    return environment
  }
}
