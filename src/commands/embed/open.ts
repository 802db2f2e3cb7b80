import { DoorCommand, openFlag } from '../../command/door-command.ts'
import { installFlags } from '../../command/flags.ts'
import type { OpenedDoor } from '../../tasks/doors.ts'

export default class EmbedOpen extends DoorCommand {
  static override summary = 'Open the panel in the frame lab: the real frame, and beside it what would go wrong in it.'

  static override description =
    'A page of the emulator’s admin. It shows, while you look, whether the token stays in the address, cookies are dropped, messages come late, too often or from elsewhere, and who may frame the panel; view, language, theme, width and a token with one defect are a click away. Prints an address that works once, within five minutes; with --json the browser stays closed.'

  static override examples = [
    '<%= config.bin %> embed open',
    '<%= config.bin %> embed open --store demo --region de',
    '<%= config.bin %> embed open --json',
  ]

  static override rejectedOnLive = { '': '`app embed url` prints the address of the panel.' }

  static override flags = { ...installFlags, ...openFlag }

  async run(): Promise<OpenedDoor> {
    const { flags } = await this.parse(EmbedOpen)
    return this.openDoor('lab', flags)
  }
}
