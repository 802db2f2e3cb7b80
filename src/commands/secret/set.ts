import * as Args from '@oclif/core/args'

import { AppCommand } from '../../cli.ts'
import { secretNames } from '../../cli/target/secret-names.ts'
import { setSecrets } from '../../tasks/secret/set-secret.ts'
import { storedSecretsView, type StoredSecrets } from '../../views/secret/secrets.ts'

export default class SecretSet extends AppCommand<StoredSecrets> {
  static override summary = 'Store a secret from the developer console'

  static override description =
    "Replaces this app's stored secret, for example after a rotation in the developer console. Prompts with hidden input, or reads one secret from stdin. Secrets are not accepted as arguments. A running `app dev` restarts the app with the new secret."

  static override writes = ['state'] as const

  static override examples = [
    '<%= config.bin %> secret set --target live',
    '<%= config.bin %> secret set signing --target live < secret.txt',
  ]

  static override args = {
    which: Args.string({
      options: Object.keys(secretNames),
      description: 'client_secret or webhook_signing_secret. Default: prompt for both.',
    }),
  }

  async run(): Promise<StoredSecrets> {
    const { args } = await this.parse(SecretSet)
    const project = await this.project()
    const target = await this.target(project)
    const names = Object.entries(secretNames).flatMap(([word, name]) =>
      args.which === undefined || args.which === word ? [name] : [],
    )
    const stored = await setSecrets(this.context, { project, target, names })
    this.show(storedSecretsView(stored, this.looks))
    for (const name of stored.stored) {
      const place = stored.secrets[name]
      if (place?.backend === 'environment')
        this.note(`${place.where} is set and overrides the stored secret. Unset it.`)
    }
    if (stored.stored.length > 0)
      this.note(
        'A running `app dev` restarts the app with the new secret. Restart other processes that use the old one.',
      )
    return stored
  }
}
