import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import { pageNote, findPageUrl, type PageName, type OpenedPage } from '../tasks/page-url.ts'

/** Flag of every command that opens a page. */
export const openFlag = {
  open: Flags.boolean({ default: true, allowNo: true, summary: 'Open the browser (--no-open only prints the URL).' }),
}

/** Base class of commands that open a page: address on stdout, page in the browser. */
export abstract class PageCommand extends AppCommand<OpenedPage> {
  protected async openPage(
    page: PageName,
    flags: { readonly open: boolean; readonly store?: string | undefined; readonly region?: string | undefined },
  ): Promise<OpenedPage> {
    const found = await findPageUrl(
      {
        context: this.context,
        project: () => this.project(),
        control: () => this.control(),
        target: () => this.target(),
        targetName: this.targetName,
        store: flags.store,
        region: flags.region,
      },
      page,
    )
    this.show(found.url)
    // With --json, no browser opens, because the printed link works only once.
    const opened = flags.open && !this.jsonEnabled() && (await this.context.openBrowser(found.url))
    const done = { ...found, opened }
    this.note(pageNote(done))
    return done
  }
}
