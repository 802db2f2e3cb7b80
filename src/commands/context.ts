import { showResult } from '../call/show/show-result.ts'
import { context as contextRoom } from '../catalog/resources/context.ts'
import { requireContext } from '../client/installation-context.ts'
import { AppCommand } from '../command.ts'
import { installFlags, wideFlag } from '../command/flags.ts'
import { openClient } from '../tasks/call/open-client.ts'
import { rememberContext } from '../tasks/install/learn-install.ts'
import { contextView } from '../views/call/context.ts'

export default class ContextCommand extends AppCommand<void> {
  static override summary = 'Show what the token can see: store, regions, scopes.'

  static override description =
    'Also brings the record of the install up to date, so that regions can be named by code, country or currency.'

  static override examples = ['<%= config.bin %> context', '<%= config.bin %> context --store demo-1 --json']

  static override flags = { ...installFlags, ...wideFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(ContextCommand)
    const project = await this.project()
    const target = await this.target(project)
    const { store, region } = flags
    const { client, install, close } = await openClient(this.context, { project, target, store, region })
    try {
      const result = await client.call(contextRoom.get, { region })
      rememberContext(this.context.paths, { install, seen: requireContext(result.body) })
      showResult(this.context.terminal, {
        result,
        view: contextView,
        response: contextRoom.get.response,
        isJson: this.jsonEnabled(),
        screen: this.screen,
      })
    } finally {
      close()
    }
  }
}
