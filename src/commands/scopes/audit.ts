import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../command.ts'
import { auditProject, type ScopeAudit } from '../../tasks/install/audit-project.ts'
import { SINCE_FORMS, sinceOf } from '../../tasks/since.ts'
import { scopeAuditView } from '../../views/scopes/audit.ts'

export default class ScopesAudit extends AppCommand<ScopeAudit> {
  static override ignoresTarget = true

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
      summary: `Only calls since then: ${SINCE_FORMS}. Default: all in the journal.`,
      helpValue: '<time|age>',
    }),
    write: Flags.boolean({ summary: 'Change app.toml.', default: false }),
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
  if (calls === 0) return 'The journal has no call of this app: run it with `app dev`, use it, and ask again.'
  if (patch === null) return `app.toml asks for what ${calls} calls needed.`
  if (written) return 'app.toml is written. Next: `app register`, then `app install`.'
  return `Based on ${calls} calls. A scope that was not needed yet may be needed later. To change app.toml: \`app scopes audit --write\``
}
