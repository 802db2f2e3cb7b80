import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import { doorNote, findDoor, type DoorName, type OpenedDoor } from '../tasks/doors.ts'

/** Flag of every command that opens a page. */
export const openFlag = {
  open: Flags.boolean({ default: true, allowNo: true, summary: 'Open the browser (--no-open only prints the URL).' }),
}

/** Base class of commands that open a page: address on stdout, page in the browser. */
export abstract class DoorCommand extends AppCommand<OpenedDoor> {
  protected async openDoor(
    door: DoorName,
    flags: { readonly open: boolean; readonly store?: string | undefined; readonly region?: string | undefined },
  ): Promise<OpenedDoor> {
    const found = await findDoor(
      {
        context: this.context,
        project: () => this.project(),
        control: () => this.control(),
        target: () => this.target(),
        targetName: this.targetName,
        store: flags.store,
        region: flags.region,
      },
      door,
    )
    this.show(found.url)
    // With --json, no browser opens, because the printed link works only once.
    const opened = flags.open && !this.jsonEnabled() && (await this.context.openBrowser(found.url))
    const done = { ...found, opened }
    this.note(doorNote(done))
    return done
  }
}
