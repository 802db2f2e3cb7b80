import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../command.ts'
import { secretNames } from '../../command/target/secret-names.ts'
import { rotateSecrets } from '../../tasks/register/rotate-secrets.ts'
import { rotatedSecretsView, type RotatedSecrets } from '../../views/secret/rotated-secrets.ts'

export default class SecretRotate extends AppCommand<RotatedSecrets> {
  static override summary = 'Replace the secrets of the app on the emulator, and keep the new ones here.'

  static override description =
    'The old secret is invalid at once: the two never work at the same time. A running `app dev` starts the app again with the new one; restart whatever else runs with the old one. The developer portal shows a new secret to you and not to this tool: after a rotation there, this command gives the tool a secret that works. On live, rotate it in the developer console, then run `app secret set --target live`.'

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> secret rotate',
    '<%= config.bin %> secret rotate signing --json',
    '<%= config.bin %> secret rotate client --reveal',
  ]

  static override rejectedOnLive = {
    '': 'Rotate the secret in the developer console, then store the new one: `app secret set`.',
  }

  static override args = {
    which: Args.string({
      options: Object.keys(secretNames),
      description: 'client: client_secret; signing: webhook_signing_secret. Both when left out.',
    }),
  }

  static override flags = {
    reveal: Flags.boolean({ summary: 'Print the new secrets, once, as the platform does.' }),
  }

  async run(): Promise<RotatedSecrets> {
    const { args, flags } = await this.parse(SecretRotate)
    const project = await this.project()
    const doors = { control: await this.control(), target: await this.target(project) }
    const names = Object.entries(secretNames).flatMap(([word, name]) =>
      args.which === undefined || args.which === word ? [name] : [],
    )
    const rotated = await rotateSecrets(this.context, doors, { project, names, reveal: flags.reveal })
    this.show(rotatedSecretsView(rotated, this.looks))
    this.note('Restart whatever runs with an old secret; a running `app dev` takes the new ones by itself.')
    return rotated
  }
}

/** The live platform has no documented interface for it (P3). */
