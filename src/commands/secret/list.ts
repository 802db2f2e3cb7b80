import { AppCommand } from '../../cli.ts'
import { wideFlag } from '../../cli/flags.ts'
import { linesFlag } from '../../cli/lines.ts'
import { namedTarget } from '../../cli/place.ts'
import { listSecrets } from '../../tasks/secret/list-secrets.ts'
import { secretTable, type ListedSecrets } from '../../views/secret/secrets.ts'

export default class SecretList extends AppCommand<ListedSecrets> {
  static override summary = 'List stored secrets, without their values'

  static override description =
    'Lists secrets of all apps and targets (--target limits the list), environment variables that are set, and origins that may receive secrets. For tokens, use `app token list`.'

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
