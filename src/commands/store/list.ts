import { AppCommand } from '../../command.ts'
import { wideFlag } from '../../command/flags.ts'
import { linesFlag } from '../../command/lines.ts'
import { listStores } from '../../tasks/meant/stores.ts'
import { storesView, type ShownStore } from '../../views/stores.ts'

export default class StoreList extends AppCommand<{ readonly stores: readonly ShownStore[] }> {
  static override summary = 'List the test stores of the emulator, and which of them this app may be installed into.'

  static override examples = ['<%= config.bin %> store list', '<%= config.bin %> store list --json']

  static override rejectedOnLive = {
    '': 'Stores with an install of the app: `app token list`. The developer console lists test stores.',
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
