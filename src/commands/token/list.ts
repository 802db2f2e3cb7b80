import { AppCommand } from '../../command.ts'
import { listTokens, type TokenRow } from '../../endpoint-command/list-tokens.ts'
import { style } from '../../terminal/style.ts'
import { tokenTable } from '../../views/tokens.ts'

export default class TokenList extends AppCommand<{ readonly tokens: readonly TokenRow[] }> {
  static override summary = 'List the tokens that are kept here, and where; never a token itself.'

  static override examples = ['<%= config.bin %> token list', '<%= config.bin %> token list --json']

  async run(): Promise<{ readonly tokens: readonly TokenRow[] }> {
    await this.parse(TokenList)
    const tokens = await listTokens(this.context)
    const { width, colour } = this.context.terminal
    this.show(tokenTable(tokens, { width, style: style(colour) }))
    return { tokens }
  }
}
