import { readCallOptions } from '../call/input/call-options.ts'
import { runCall } from '../call/run-call.ts'
import { context as contextEndpoints } from '../catalog/resources/context.ts'
import { AppCommand } from '../cli.ts'
import { installFlags, wideFlag } from '../cli/flags.ts'
import { requireContext } from '../client/installation-context.ts'
import { rememberContext } from '../tasks/install/learn-install.ts'
import { contextView } from '../views/call/context.ts'
import type { View } from '../views/view.ts'

export default class ContextCommand extends AppCommand<void> {
  static override summary = "Show the token's store, regions and scopes"

  static override description =
    'Also updates the local install record, so that you can select regions by code, country or currency.'

  static override examples = ['<%= config.bin %> context', '<%= config.bin %> context --store demo-1 --json']

  static override flags = { ...installFlags, ...wideFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(ContextCommand)
    const project = await this.project()
    const target = await this.target(project)
    const { context } = this
    await runCall({
      context,
      screen: this.screen,
      project,
      target,
      facts: { ...contextEndpoints.get, known: contextEndpoints.get },
      asked: { params: {}, query: {}, body: undefined },
      options: readCallOptions({ flags, isJson: this.jsonEnabled() }),
      // A view receives only its endpoint's responses.
      view: contextView as View<unknown>,
      onResult: ({ body }, { install }) => rememberContext(context.paths, install, requireContext(body)),
    })
  }
}
