import * as Args from '@oclif/core/args'

import { DoorCommand, openFlag } from '../command/door-command.ts'
import { storeFlag } from '../command/flags.ts'
import { doorNames, type OpenedDoor } from '../tasks/doors.ts'

export default class Open extends DoorCommand {
  static override summary =
    'Open a page in the browser: app, store admin, portal, data of a store, inspector, storefront or frame lab.'

  static override description =
    'Prints the address by which the page really opens, signed in where it needs that. An address of admin, portal, data and lab works once, within five minutes; with --json the browser stays closed, because it would use the address up.'

  static override examples = [
    '<%= config.bin %> open',
    '<%= config.bin %> open admin',
    '<%= config.bin %> open storefront --store demo --no-open',
    '<%= config.bin %> open portal --json',
    '<%= config.bin %> open data --store demo',
  ]

  static override rejectedOnLive = {
    portal: 'Use the developer console in your browser. `app register` prints what to enter there.',
    data: 'The store admin shows the data of a store: `app open admin`. Or read it from the API: `app call orders list`.',
    lab: '`app embed url` prints the address of the panel.',
  }

  static override args = {
    page: Args.option({ options: doorNames })({ default: 'app', description: 'Which page.' }),
  }

  static override flags = { ...storeFlag, ...openFlag }

  async run(): Promise<OpenedDoor> {
    const { args, flags } = await this.parse(Open)
    return this.openDoor(args.page, flags)
  }
}
