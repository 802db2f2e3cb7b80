import { AppCommand } from '../../command.ts'
import { wideFlag } from '../../command/flags.ts'
import { linesFlag } from '../../command/lines.ts'
import { namedTarget } from '../../command/place.ts'
import { listSecrets } from '../../tasks/secret/list-secrets.ts'
import { secretTable, type ListedSecrets } from '../../views/secret/secrets.ts'

export default class SecretList extends AppCommand<ListedSecrets> {
  static override summary = 'List stored secrets and where they are, never their values.'

  static override description =
    'Lists the secrets of all apps and targets (--target selects one kind), the variables that are set, and the origins that secrets may be sent to. `app token list` lists tokens.'

  static override examples = ['<%= config.bin %> secret list', '<%= config.bin %> secret list --target live --json']

  static override flags = { ...linesFlag, ...wideFlag }

  protected override rows({ secrets }: ListedSecrets): readonly unknown[] {
    return secrets
  }

  async run(): Promise<ListedSecrets> {
    const { flags } = await this.parse(SecretList)
    const listed = await listSecrets(this.context, namedTarget(flags, this.context))
    this.show(secretTable(listed, this.looks))
    return listed
  }
}
