import { PageCommand, openFlag } from '../cli/page-command.ts'
import type { OpenedPage } from '../tasks/page-url.ts'

export default class Portal extends PageCommand {
  static override summary = "Open the emulator's developer portal in the browser"

  static override description =
    'Prints a URL that works once, within five minutes. With --json, no browser opens, because the URL works only once.'

  static override examples = [
    '<%= config.bin %> portal',
    '<%= config.bin %> portal --no-open',
    '<%= config.bin %> portal --json',
  ]

  static override rejectedOnLive = {
    '': 'Use the developer console in your browser. `app register` prints what to enter there.',
  }

  static override flags = openFlag

  async run(): Promise<OpenedPage> {
    const { flags } = await this.parse(Portal)
    return this.openPage('portal', flags)
  }
}
