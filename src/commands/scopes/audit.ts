import { readFileSync } from 'node:fs'

import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../command.ts'
import { sinceOf } from '../../command/delivery-flags.ts'
import { listCalls } from '../../journal/calls/calls.ts'
import { editAppToml } from '../../project/app-toml.ts'
import { setTomlValue } from '../../project/toml/set-toml-value.ts'
import { askedAfter, auditScopes, type AuditedScope } from '../../tasks/install/audit-scopes.ts'
import { readJournal } from '../../tasks/webhook/project-journal.ts'
import { linePatch } from '../../text/line-patch.ts'
import { scopeAuditView } from '../../views/scopes/audit.ts'

interface ScopeAudit {
  /** How many calls of the app were read. */
  readonly calls: number
  readonly scopes: readonly AuditedScope[]
  /** What would make app.toml ask for what was needed; null where it does. */
  readonly patch: string | null
  readonly written: boolean
}

/** More calls than a journal keeps. */
const MOST_CALLS = 1_000_000

export default class ScopesAudit extends AppCommand<ScopeAudit> {
  static override summary =
    'Compare the scopes that app.toml asks for with those that the app needed, by the calls of the journal.'

  static override description =
    'The journal has what the app asked of the platform through `app dev`. A scope that no call needed in that time may be needed later: read the patch before you write it. Of all fields only those of customers depend on a scope, and no call shows whether an app uses them. Which scope a topic needs is assumed (N6). Scopes are frozen at install: after a change comes `app register`, then `app install`.'

  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --since 2h',
    '<%= config.bin %> <%= command.id %> --write',
  ]

  static override flags = {
    since: Flags.string({
      summary: 'Only calls since a time (ISO-8601), or since this long ago, such as 2h. Default: all in the journal.',
      helpValue: '<time|age>',
    }),
    write: Flags.boolean({ summary: 'Change app.toml.', default: false }),
  }

  async run(): Promise<ScopeAudit> {
    const { flags } = await this.parse(ScopesAudit)
    const { config, file } = await this.project()
    const since = flags.since === undefined ? null : sinceOf(flags.since, this.context.now())
    const journaled = await readJournal(this.context, config.key, (journal) =>
      listCalls(journal, { limit: MOST_CALLS }),
    )
    const calls = journaled.filter(({ at }) => since === null || at >= since)
    const scopes = auditScopes(config, calls)
    const after = askedAfter(config.scopes, scopes)
    const text = readFileSync(file, 'utf8')
    const changed = changes(config.scopes, after).reduce(
      (now, list) => setTomlValue(now, ['scopes', list], after[list]),
      text,
    )
    // Without calls there is nothing to conclude.
    const patch = calls.length === 0 || changed === text ? null : linePatch('app.toml', text, changed)
    const written = flags.write && patch !== null
    if (written)
      for (const list of changes(config.scopes, after))
        editAppToml({ file, path: ['scopes', list], value: after[list] })
    const audit = { calls: calls.length, scopes, patch, written }
    this.show(scopeAuditView(audit, this.looks))
    this.note(noteOf(audit))
    return audit
  }
}

type ScopeLists = Parameters<typeof askedAfter>[0]

const lists = ['required', 'optional'] as const

function changes(before: ScopeLists, after: ScopeLists): readonly (typeof lists)[number][] {
  return lists.filter((list) => before[list].join(' ') !== after[list].join(' '))
}

function noteOf({ calls, patch, written }: ScopeAudit): string {
  if (calls === 0) return 'The journal has no call of this app: run it with `app dev`, use it, and ask again.'
  if (patch === null) return `app.toml asks for what ${calls} calls needed.`
  if (written) return 'app.toml is written. Next: app register, then app install.'
  return `Based on ${calls} calls. A scope that was not needed yet may be needed later. To change app.toml: app scopes audit --write`
}
