import { Buffer } from 'node:buffer'

import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../command.ts'
import { AppError } from '../errors.ts'
import { upgradeApp, type UpgradeOutcome } from '../tasks/upgrade/upgrade-app.ts'
import { upgradeView } from '../views/upgrade.ts'

export default class Upgrade extends AppCommand<UpgradeOutcome> {
  static override ignoresTarget = true

  static override summary = 'Bring an app to the template of this version; what you changed in it stays.'

  static override description =
    'A three-way merge by git, offline: the template that the app was made from (.svcapp/base), the app as it is, and the template of this version. Everything must be committed first. app.toml is yours and is never changed, files that you deleted stay deleted, package.json is merged key by key. Where you and the template changed the same lines, the file gets both versions between the marks of git, and the command ends with 11.'

  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> upgrade --check',
    '<%= config.bin %> upgrade --dry-run',
    '<%= config.bin %> upgrade',
    '<%= config.bin %> upgrade --base ../fresh-app-of-the-old-version',
  ]

  static override flags = {
    base: Flags.string({
      summary: 'A folder with the app as the old version made it, where the app does not have .svcapp/base.',
      helpValue: '<folder>',
    }),
    check: Flags.boolean({
      summary: 'Write nothing; end with 11 when the app is behind.',
      exclusive: ['dry-run'],
    }),
    'dry-run': Flags.boolean({ summary: 'Write nothing; print the changes as a patch.' }),
  }

  async run(): Promise<UpgradeOutcome> {
    const { flags } = await this.parse(Upgrade)
    const wantsPatch = flags['dry-run']
    const isMeant = !flags.check && !wantsPatch
    const outcome = await upgradeApp(this.context, await this.project(), { base: flags.base, isMeant, wantsPatch })
    if (!this.jsonEnabled()) this.#print(outcome)
    const failure = failureOf(outcome, flags.check)
    return failure === null ? outcome : this.endWith(outcome, failure)
  }

  #print(outcome: UpgradeOutcome): void {
    if (outcome.patch === null) {
      this.show(upgradeView(outcome, this.looks))
      return
    }
    this.context.terminal.outBytes(Buffer.from(outcome.patch))
    this.note(upgradeView(outcome, this.looks))
  }
}

function failureOf({ changes, upToDate, template, to }: UpgradeOutcome, isCheck: boolean): AppError | null {
  const conflicts = changes.filter(({ kind }) => kind === 'conflict')
  if (conflicts.length > 0) {
    return new AppError('upgrade.conflicts', `Conflicts in ${conflicts.map(({ path }) => path).join(', ')}.`)
  }
  if (!isCheck || upToDate) return null
  return new AppError('upgrade.behind', `The app is behind the template ${template} of svcapp ${to}.`)
}
