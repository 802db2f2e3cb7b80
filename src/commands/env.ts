import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import { requireTrustedOrigin } from '../project/origin-trust.ts'
import { appEnvironmentOf, type AppEnvironment } from '../tasks/dev/app-environment.ts'
import { writeEnvFile } from '../tasks/dev/write-env-file.ts'
import { trustTools } from '../tasks/live/trust-tools.ts'
import { environmentView, type EnvironmentFormat } from '../views/environment.ts'

export default class Env extends AppCommand<AppEnvironment> {
  static override summary = "Print the app's environment variables"

  static override description =
    '`app dev` sets them automatically. Use them for an app that you start yourself, for example in a debugger. Secrets are masked without --reveal.'

  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> env',
    '<%= config.bin %> env --write .env',
    '<%= config.bin %> env --reveal --format shell',
  ]

  static override flags = {
    reveal: Flags.boolean({ summary: 'Print secrets unmasked.' }),
    write: Flags.string({
      exclusive: ['reveal', 'format'],
      helpValue: '<file>',
      summary: 'Write them with their secrets to a .env file, and keep its other lines.',
    }),
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
    if (flags.reveal || flags.write !== undefined) await requireTrustedOrigin(trustTools(this.context), target)
    const control = target.name === 'emulator' ? await this.control() : null
    const variables = (reveal: boolean) => appEnvironmentOf(this.context, { project, target, control, reveal })
    const environment = await variables(flags.reveal)
    if (flags.write !== undefined) {
      await writeEnvFile(this.context, flags.write, await variables(true))
      return environment
    }
    // Always plain text, because a file or shell reads the values unchanged.
    this.show(environmentView(environment, flags.format satisfies EnvironmentFormat))
    return environment
  }
}
