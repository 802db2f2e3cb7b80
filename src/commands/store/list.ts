import { AppCommand } from '../../cli.ts'
import { wideFlag } from '../../cli/flags.ts'
import { linesFlag } from '../../cli/lines.ts'
import { listStores } from '../../tasks/selection/stores.ts'
import { storesView, type ShownStore } from '../../views/stores.ts'

export default class StoreList extends AppCommand<{ readonly stores: readonly ShownStore[] }> {
  static override summary = "List the emulator's test stores"
  static override description = 'Shows which stores this app can be installed in.'

  static override examples = ['<%= config.bin %> store list', '<%= config.bin %> store list --json']

  static override rejectedOnLive = {
    '': 'To list the stores that have the app, run `app token list`. For test stores, see the developer console.',
  }

  static override flags = { ...linesFlag, ...wideFlag }

  async run(): Promise<{ readonly stores: readonly ShownStore[] }> {
    await this.parse(StoreList)
    const { identity } = await this.target()
    const tools = { context: this.context, control: await this.control(), identity }
    const stores = await listStores(tools)
    this.show(storesView(stores, this.looks))
    return { stores }
  }
}
