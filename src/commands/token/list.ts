import { AppCommand } from '../../cli.ts'
import { wideFlag } from '../../cli/flags.ts'
import { linesFlag } from '../../cli/lines.ts'
import { namedTarget } from '../../cli/place.ts'
import { listTokens } from '../../tasks/token/list-tokens.ts'
import { tokenTable, type TokenRow } from '../../views/tokens.ts'

export default class TokenList extends AppCommand<{ readonly tokens: readonly TokenRow[] }> {
  static override summary = 'List the tokens stored on this machine, without values'

  static override description =
    'Lists tokens of all apps, emulators and live platforms. --target limits the list to one target.'

  static override examples = [
    '<%= config.bin %> token list',
    '<%= config.bin %> token list --target live',
    '<%= config.bin %> token list --json',
  ]

  static override flags = { ...linesFlag, ...wideFlag }

  async run(): Promise<{ readonly tokens: readonly TokenRow[] }> {
    const { flags } = await this.parse(TokenList)
    const tokens = await listTokens(this.context, namedTarget(flags, this.context))
    this.show(tokenTable(tokens, this.looks))
    return { tokens }
  }
}
