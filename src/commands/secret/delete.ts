import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { secretNames } from '../../cli/target/secret-names.ts'
import { AppError } from '../../errors.ts'
import type { AppSecretKind } from '../../tasks/secret/app-secrets.ts'
import { secretKinds } from '../../tasks/secret/ask-secret.ts'
import { forgetSecrets } from '../../tasks/secret/forget-secrets.ts'
import { bareOrigin } from '../../text/origins/bare-origin.ts'
import { forgottenSecretsView, type ForgottenSecrets } from '../../views/secret/secrets.ts'

export default class SecretDelete extends AppCommand<ForgottenSecrets> {
  static override summary = "Delete this app's stored secrets"

  static override description =
    "Deletes the target's client_secret and webhook_signing_secret. With --origin, deletes all of this app's secrets for that origin and the permission to send secrets there, for example if base_url was wrong. Changes nothing on the platform."

  static override writes = ['state'] as const

  static override examples = [
    '<%= config.bin %> secret delete client --target live',
    '<%= config.bin %> secret delete --origin https://wrong.example --yes',
  ]

  static override args = {
    which: Args.string({
      options: Object.keys(secretNames),
      description: 'client_secret or webhook_signing_secret. Default: both.',
    }),
  }

  static override flags = {
    origin: Flags.string({
      summary: "Origin of the live platform, as `app secret list` shows it. Default: the target's origin.",
      helpValue: '<url>',
    }),
    yes: Flags.boolean({ char: 'y', summary: 'Skip the confirmation prompt.' }),
  }

  async run(): Promise<ForgottenSecrets> {
    const { args, flags } = await this.parse(SecretDelete)
    const project = await this.project()
    const origin = flags.origin === undefined ? undefined : originOf(flags.origin)
    const owner = { identity: origin ?? (await this.target(project)).identity, appKey: project.config.key }
    const name = args.which === undefined ? undefined : secretNames[args.which]
    const kinds: readonly AppSecretKind[] =
      name !== undefined
        ? [secretKinds[name]]
        : [...Object.values(secretKinds), ...(origin === undefined ? [] : (['token-key'] as const))]
    const message = `Delete ${name ?? 'the stored secrets'} of ${owner.appKey} for ${owner.identity}?`
    const { ask } = this.context.terminal
    if (!flags.yes && !(await ask.confirm({ message, flag: '--yes', default: false }))) {
      throw new AppError('cli.interrupted', 'Nothing was deleted.')
    }
    const forgotten = await forgetSecrets(this.context, {
      owner,
      kinds,
      withTrust: origin !== undefined && name === undefined,
    })
    this.show(forgottenSecretsView(forgotten, this.looks))
    return forgotten
  }
}

function originOf(text: string): string {
  const origin = bareOrigin(text)
  if (origin !== null) return origin
  throw new AppError('usage.invalid', `--origin ${JSON.stringify(text)} is not an origin.`, {
    suggestions: ['Use an origin as `app secret list` shows it, for example https://api.example.'],
  })
}
