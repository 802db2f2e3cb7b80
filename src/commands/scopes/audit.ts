import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { SINCE_FORMS, sinceOf } from '../../cli/values/since.ts'
import { auditProject, type ScopeAudit } from '../../tasks/install/audit-project.ts'
import { counted } from '../../views/cells.ts'
import { scopeAuditView } from '../../views/scopes/audit.ts'

export default class ScopesAudit extends AppCommand<ScopeAudit> {
  static override ignoresTarget = true

  static override summary = 'Compare requested scopes with the scopes that calls needed'

  static override description =
    'Uses the calls in the journal that the app sent through `app dev`. A scope that no call needed so far may be needed later, so review the patch before you write it. Calls do not show whether an app uses customer fields, the only fields that depend on a scope. The scope that a topic needs is an assumption (N6). Scopes are frozen at install. After a change, run `app register`, then `app install`.'

  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --since 2h',
    '<%= config.bin %> <%= command.id %> --write',
  ]

  static override flags = {
    since: Flags.string({
      summary: `Use only calls since a time: ${SINCE_FORMS}. Default: all in the journal.`,
      helpValue: '<time|age>',
    }),
    write: Flags.boolean({ summary: 'Write the changes to app.toml.', default: false }),
  }

  async run(): Promise<ScopeAudit> {
    const { flags } = await this.parse(ScopesAudit)
    const since = flags.since === undefined ? null : sinceOf(flags.since, this.context.now())
    const audit = await auditProject(this.context, {
      project: await this.project(),
      since,
      isWriting: flags.write,
    })
    this.show(scopeAuditView(audit, this.looks))
    this.note(noteOf(audit))
    return audit
  }
}

function noteOf({ calls, patch, written }: ScopeAudit): string {
  if (calls === 0) return 'The journal has no calls from this app. Run the app with `app dev`, use it, then retry.'
  if (patch === null) return `app.toml requests exactly the scopes that ${counted(calls, 'call')} needed.`
  if (written) return 'Updated app.toml. Next: `app register`, then `app install`.'
  return `Based on ${counted(calls, 'call')}. Later calls may need more scopes. To change app.toml: \`app scopes audit --write\``
}
