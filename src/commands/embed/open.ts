import { installFlags } from '../../cli/flags.ts'
import { PageCommand, openFlag } from '../../cli/page-command.ts'
import type { OpenedPage } from '../../tasks/page-url.ts'

export default class EmbedOpen extends PageCommand {
  static override summary = "Open the app's panel in the panel preview"

  static override description =
    "The preview is a page in the emulator's store admin. It reports a token left in the URL, dropped cookies, messages that are late, too frequent or from another origin, and the sites that may frame the panel. You can change the view, language, theme and width, or use a faulty token. Prints a URL that works once, within five minutes. With --json, no browser opens."

  static override examples = [
    '<%= config.bin %> embed open',
    '<%= config.bin %> embed open --store demo --region de',
    '<%= config.bin %> embed open --json',
  ]

  static override rejectedOnLive = { '': "Print the panel's URL with `app embed url`." }

  static override flags = { ...installFlags, ...openFlag }

  async run(): Promise<OpenedPage> {
    const { flags } = await this.parse(EmbedOpen)
    return this.openPage('preview', flags)
  }
}
