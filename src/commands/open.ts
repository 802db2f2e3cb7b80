import * as Args from '@oclif/core/args'

import { DoorCommand, openFlag } from '../command/door-command.ts'
import { storeFlag } from '../command/flags.ts'
import { doorNames, type OpenedDoor } from '../tasks/doors.ts'

export default class Open extends DoorCommand {
  static override summary =
    'Open a page in the browser: your app, the store admin, the portal, the inspector, the storefront or the frame lab.'

  static override description =
    'Prints the address by which the page really opens, signed in where it needs that. An address of admin, portal and lab works once, within five minutes; with --json the browser stays closed, because it would use the address up.'

  static override examples = [
    '<%= config.bin %> open',
    '<%= config.bin %> open admin',
    '<%= config.bin %> open storefront --store demo --no-open',
    '<%= config.bin %> open portal --json',
  ]

  static override args = {
    page: Args.option({ options: doorNames })({ default: 'app', description: 'Which page.' }),
  }

  static override flags = { ...storeFlag, ...openFlag }

  async run(): Promise<OpenedDoor> {
    const { args, flags } = await this.parse(Open)
    return this.openDoor(args.page, flags)
  }
}
