import * as Args from '@oclif/core/args'

import { storeFlag } from '../cli/flags.ts'
import { PageCommand, openFlag } from '../cli/page-command.ts'
import { pageNames, type OpenedPage } from '../tasks/page-url.ts'

export default class Open extends PageCommand {
  static override summary = 'Open the store admin, portal, inspector or your app'

  static override description =
    "Prints the page's URL, with sign-in if needed. The URLs of `admin`, `portal`, `data` and `preview` work once, within five minutes. With --json, no browser opens."

  static override examples = [
    '<%= config.bin %> open',
    '<%= config.bin %> open admin',
    '<%= config.bin %> open storefront --store demo --no-open',
    '<%= config.bin %> open portal --json',
    '<%= config.bin %> open data --store demo',
  ]

  static override rejectedOnLive = {
    portal: 'Use the developer console in your browser. `app register` prints what to enter there.',
    data: 'Open the store admin with `app open admin`, or read the data with the API, for example `app call orders list`.',
    preview: "Print the panel's URL with `app embed url`.",
  }

  static override args = {
    page: Args.option({ options: pageNames })({
      default: 'app',
      description: 'Page to open. data is the data explorer, and preview is the panel preview.',
    }),
  }

  static override flags = { ...storeFlag, ...openFlag }

  async run(): Promise<OpenedPage> {
    const { args, flags } = await this.parse(Open)
    return this.openPage(args.page, flags)
  }
}
