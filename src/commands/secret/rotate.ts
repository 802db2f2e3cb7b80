import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { secretNames } from '../../cli/target/secret-names.ts'
import { rotateSecrets } from '../../tasks/register/rotate-secrets.ts'
import { rotatedSecretsView, type RotatedSecrets } from '../../views/secret/rotated-secrets.ts'

export default class SecretRotate extends AppCommand<RotatedSecrets> {
  static override summary = "Rotate the app's secrets on the emulator and store them"

  static override description =
    'The old secret becomes invalid immediately. A running `app dev` restarts the app with the new secret. Restart other processes that use the old one. After a rotation in the developer portal, run this command too, because svcapp does not receive the new secret. On the live platform, rotate the secret in the developer console, then run `app secret set --target live`.'

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> secret rotate',
    '<%= config.bin %> secret rotate signing --json',
    '<%= config.bin %> secret rotate client --reveal',
  ]

  static override rejectedOnLive = {
    '': 'Rotate the secret in the developer console, then store the new secret with `app secret set`. A running `app dev` restarts the app with it.',
  }

  static override args = {
    which: Args.string({
      options: Object.keys(secretNames),
      description: 'client_secret or webhook_signing_secret. Default: both.',
    }),
  }

  static override flags = {
    reveal: Flags.boolean({ summary: 'Print the new secrets, once.' }),
  }

  async run(): Promise<RotatedSecrets> {
    const { args, flags } = await this.parse(SecretRotate)
    const project = await this.project()
    const tools = { control: await this.control(), target: await this.target(project) }
    const names = Object.entries(secretNames).flatMap(([word, name]) =>
      args.which === undefined || args.which === word ? [name] : [],
    )
    const rotated = await rotateSecrets(this.context, tools, { project, names, reveal: flags.reveal })
    this.show(rotatedSecretsView(rotated, this.looks))
    this.note('Restart other processes that use an old secret. A running `app dev` restarts the app automatically.')
    return rotated
  }
}

/** The live platform has no documented API for secret rotation (P3). */
