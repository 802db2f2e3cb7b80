import { AppCommand } from '../../command.ts'
import { emulatorOnly } from '../../endpoint-command/emulator-only.ts'
import { listStores, projectIfAny, type ShownStore } from '../../endpoint-command/stores.ts'
import { style } from '../../terminal/style.ts'
import { storesView } from '../../views/stores.ts'

export default class StoreList extends AppCommand<{ readonly stores: readonly ShownStore[] }> {
  static override summary = 'List the test stores of the emulator, and which of them this app may be installed into.'

  static override examples = ['<%= config.bin %> store list', '<%= config.bin %> store list --json']

  async run(): Promise<{ readonly stores: readonly ShownStore[] }> {
    const { flags } = await this.parse(StoreList)
    emulatorOnly(flags.target ?? this.context.env['SVCAPP_TARGET'], 'Looking at test stores')
    const { identity } = await this.target()
    const tools = { context: this.context, control: await this.control(), identity }
    const stores = await listStores(tools, projectIfAny(this.context.cwd))
    const { width, colour } = this.context.terminal
    this.show(storesView(stores, { width, style: style(colour) }))
    return { stores }
  }
}
