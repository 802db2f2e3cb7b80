import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'

interface AdminAddress {
  /** Sign-in URL. It works once and expires after five minutes. */
  readonly url: string
  /** Store code. */
  readonly store: string
}

export default class StoreAdmin extends AppCommand<AdminAddress> {
  static override summary = "Open a test store's admin, signed in as its manager"

  static override description =
    'Prints a URL that works once, within five minutes. With --json, no browser opens, because the URL works only once.'

  static override examples = [
    '<%= config.bin %> store admin',
    '<%= config.bin %> store admin demo --no-open',
    '<%= config.bin %> store admin --json',
  ]

  static override rejectedOnLive = { '': 'Run `app open admin`, then sign in to the store admin yourself.' }

  static override args = {
    code: Args.string({ description: 'Store code or id. Default: the current store, or the only store.' }),
  }

  static override flags = {
    open: Flags.boolean({ default: true, allowNo: true, summary: 'Open the browser (--no-open only prints the URL).' }),
  }

  async run(): Promise<AdminAddress> {
    const { args, flags } = await this.parse(StoreAdmin)
    const { control, code } = await this.storeControl(args.code)
    const url = await control.signInUrl({ store: code })
    this.show(url)
    const isOpen = flags.open && !this.jsonEnabled() && (await this.context.openBrowser(url))
    if (!isOpen) this.note('Open this URL in a browser within five minutes. It works once.')
    return { url, store: code }
  }
}
