import * as Args from '@oclif/core/args'

import { isScope, scopeNames } from '../../catalog/scopes.ts'
import { AppCommand } from '../../cli.ts'
import { installFlags } from '../../cli/flags.ts'
import { linesFlag } from '../../cli/lines.ts'
import { AppError } from '../../errors.ts'
import { findScopeSources, scopeStatus } from '../../tasks/install/scope-status.ts'
import { nearest } from '../../text/nearest.ts'
import { scopeDetail, scopeTable, type ShownScope } from '../../views/scopes.ts'

export default class Scopes extends AppCommand<ShownScope | readonly ShownScope[]> {
  static override summary = 'List scopes, or show what one scope allows'

  static override description =
    'For one scope, lists the endpoints and topics that need it, and whether app.toml and the install have it. Scopes are frozen at install. A scope that you add to app.toml is granted only after `app register` and `app install`. The scope that a topic needs is an assumption (N6).'

  static override examples = ['<%= config.bin %> scopes', '<%= config.bin %> scopes orders.read --store demo']

  static override args = { scope: Args.string({ description: 'Scope name.' }) }

  static override flags = { ...installFlags, ...linesFlag }

  async run(): Promise<ShownScope | readonly ShownScope[]> {
    const { args, flags } = await this.parse(Scopes)
    const { store, region } = flags
    if (args.scope !== undefined && !isScope(args.scope)) throw unknown(args.scope)
    const sources = await findScopeSources(this.context, {
      loadProject: () => this.project(),
      targetName: this.targetName,
      store,
      region,
    })
    if (args.scope === undefined) {
      const rows = scopeNames.map((name) => scopeStatus(name, sources))
      this.show(scopeTable(rows, this.looks))
      return rows
    }
    const one = scopeStatus(args.scope, sources)
    this.show(scopeDetail(one, this.looks))
    return one
  }
}

function unknown(name: string): AppError {
  const guess = nearest(name, scopeNames)
  return new AppError('usage.invalid', `Unknown scope "${name}".`, {
    suggestions: [...(guess === null ? [] : [`app scopes ${guess}`]), 'To list all scopes, run `app scopes`.'],
  })
}
