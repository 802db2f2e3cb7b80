import * as Args from '@oclif/core/args'

import { AppCommand } from '../../cli.ts'
import type { Store } from '../../control/contract.ts'
import { makeStoreCurrent } from '../../tasks/selection/stores.ts'
import { escapeCell } from '../../text/escape.ts'

export default class StoreUse extends AppCommand<Store> {
  static override summary = "Set this app's current test store"
  static override description = 'Also allows the app to be installed in that store.'

  static override writes = ['state', 'emulator'] as const

  static override examples = ['<%= config.bin %> store use demo']

  static override rejectedOnLive = { '': 'Select the store with --store in each command.' }

  static override args = { code: Args.string({ required: true, description: 'Store code or id.' }) }

  async run(): Promise<Store> {
    const { args } = await this.parse(StoreUse)
    const project = await this.project()
    const { identity } = await this.target(project)
    const tools = { context: this.context, control: await this.control(), identity }
    const store = await makeStoreCurrent(tools, project, args.code)
    this.show(`${escapeCell(store.name)} (${store.code}) is the current store of ${project.config.key}.`)
    return store
  }
}
