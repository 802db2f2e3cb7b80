import { Buffer } from 'node:buffer'

import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import { AppError } from '../errors.ts'
import { upgradeApp, type UpgradeOutcome } from '../tasks/upgrade/upgrade-app.ts'
import { upgradeTarget, upgradeView } from '../views/upgrade.ts'

export default class Upgrade extends AppCommand<UpgradeOutcome> {
  static override ignoresTarget = true

  static override summary = "Update an app to this version's template"

  static override description =
    "Keeps your changes. Merges this version's template into the app with an offline three-way git merge, based on the template that created the app (.svcapp/base). Commit everything first. app.toml is never changed, files that you deleted stay deleted, and package.json is merged key by key. If you and the template changed the same lines, the file gets git conflict markers and the command exits with 11."

  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> upgrade --check',
    '<%= config.bin %> upgrade --dry-run',
    '<%= config.bin %> upgrade',
    '<%= config.bin %> upgrade --base ../fresh-app-of-the-old-version',
  ]

  static override flags = {
    base: Flags.string({
      summary: 'Folder with the app as the old version created it, if the app has no .svcapp/base.',
      helpValue: '<folder>',
    }),
    check: Flags.boolean({
      summary: 'Write nothing. Exit with 11 if the app is behind the template.',
      exclusive: ['dry-run'],
    }),
    'dry-run': Flags.boolean({ summary: 'Write nothing. Print the changes as a patch.' }),
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

function failureOf(outcome: UpgradeOutcome, isCheck: boolean): AppError | null {
  const { changes, upToDate } = outcome
  const conflicts = changes.filter(({ kind }) => kind === 'conflict')
  if (conflicts.length > 0) {
    return new AppError('upgrade.conflicts', `Conflicts in ${conflicts.map(({ path }) => path).join(', ')}.`)
  }
  if (!isCheck || upToDate) return null
  return new AppError('upgrade.behind', `The app is behind ${upgradeTarget(outcome)}.`)
}
