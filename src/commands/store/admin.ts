import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../command.ts'

interface AdminAddress {
  /** Works once, for five minutes. */
  readonly url: string
  /** Code of the store. */
  readonly store: string
}

export default class StoreAdmin extends AppCommand<AdminAddress> {
  static override summary = 'Open the admin of a test store in the browser, signed in as its manager.'

  static override description =
    'Prints an address that works once, within five minutes. With --json the browser stays closed, because it would use the address up.'

  static override examples = [
    '<%= config.bin %> store admin',
    '<%= config.bin %> store admin demo --no-open',
    '<%= config.bin %> store admin --json',
  ]

  static override rejectedOnLive = { '': '`app open admin` opens the store admin; sign in there yourself.' }

  static override args = {
    code: Args.string({ description: 'Code or id of the store; the current one when left out, or the only one.' }),
  }

  static override flags = {
    open: Flags.boolean({ default: true, allowNo: true, summary: 'Open the browser; --no-open only prints.' }),
  }

  async run(): Promise<AdminAddress> {
    const { args, flags } = await this.parse(StoreAdmin)
    const { control, code } = await this.storeControl(args.code)
    const url = await control.signInUrl({ store: code })
    this.show(url)
    const isOpen = flags.open && !this.jsonEnabled() && (await this.context.openBrowser(url))
    if (!isOpen) this.note('Open this address in a browser within five minutes; it works once.')
    return { url, store: code }
  }
}
