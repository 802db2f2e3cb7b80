import * as Flags from '@oclif/core/flags'

import { unusedEntries } from '../check/accepted.ts'
import { areas, allChecks } from '../check/areas.ts'
import { chooseChecks, onlyOf, readNames } from '../check/choose.ts'
import { isFailure, type CheckReport } from '../check/report.ts'
import { AppCommand } from '../cli.ts'
import { AppError } from '../errors.ts'
import { githubAnnotations } from '../views/check/github.ts'
import { checkListView } from '../views/check/list.ts'
import { checkFailure, checkView } from '../views/check/report.ts'

/** Output of `--list`: the checks, without running them. */
interface CheckList {
  readonly checks: readonly { readonly id: string; readonly title: string; readonly rules: readonly string[] }[]
}

export default class Check extends AppCommand<CheckReport | CheckList> {
  static override summary = 'Run the app and find what a platform review would find'

  static override description =
    "Runs dev.command from app.toml in a copy of the project, with a separate emulator. Simulates the platform, browsers and attackers: genuine and forged deliveries, installs, panel tokens and failing API calls. Your own data is neither read nor changed. Exits with 11 if the app violates the platform's documentation."

  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> check',
    '<%= config.bin %> check --only signature,once',
    '<%= config.bin %> check --yes --json',
    '<%= config.bin %> check --yes --html report.html --junit report.xml',
    '<%= config.bin %> check --list',
  ]

  static override flags = {
    html: Flags.string({
      summary: 'Also write the report as a self-contained HTML page.',
      helpValue: '<file>',
    }),
    junit: Flags.string({ summary: 'Also write the report as JUnit XML.', helpValue: '<file>' }),
    list: Flags.boolean({ summary: 'List the checks and exit.' }),
    only: Flags.string({
      summary: `Run only the given areas or checks, and their dependencies. Areas: ${areas.map(({ id }) => id).join(', ')}.`,
      helpValue: '<ids>',
      multiple: true,
    }),
    output: Flags.option({
      options: ['github'] as const,
      summary: 'Print GitHub Actions annotations for app.toml.',
    })(),
    sarif: Flags.string({ summary: 'Also write the report as SARIF 2.1.0.', helpValue: '<file>' }),
    skip: Flags.string({ summary: 'Skip these areas or checks.', helpValue: '<ids>', multiple: true }),
    timeout: Flags.integer({
      summary: 'Skip the remaining checks after this many seconds. Default: 30, up to 600 on a busy machine.',
      helpValue: '<seconds>',
      min: 5,
      max: 3600,
    }),
    yes: Flags.boolean({
      char: 'y',
      summary: 'Allow dev.command from a project that was not created on this machine.',
    }),
  }

  async run(): Promise<CheckReport | CheckList> {
    const { flags } = await this.parse(Check)
    if (this.targetName === 'live') this.note('`app check` never uses the live platform. It starts its own emulator.')
    const chosen = chooseChecks(allChecks, { only: onlyOf(flags.only), skip: readNames(flags.skip ?? []) })
    if (flags.list) {
      const list = { checks: chosen.map(({ id, title, rules }) => ({ id, title, rules })) }
      this.show(checkListView(list, this.looks))
      return list
    }
    const project = await this.project()
    const [{ agree }, { kitNotice }, { runCheck }, { writeReports, requireWritable }] = await Promise.all([
      import('../tasks/check/agree.ts'),
      import('../tasks/kit-notice.ts'),
      import('../tasks/check/run-check.ts'),
      import('../tasks/check/write-reports.ts'),
    ])
    requireWritable(this.context, flags)
    const notice = kitNotice(this.context, project.dir)
    if (notice !== null) this.note(notice)
    await agree(this.context, { project, isAgreed: flags.yes })
    const report = await runCheck(this.context, {
      project,
      chosen,
      timeoutMs: flags.timeout === undefined ? null : flags.timeout * 1000,
    })
    await writeReports(this.context, report, flags)
    for (const id of unusedEntries(project.config.check.accepted, report.checks))
      this.note(
        `app.toml accepts findings of ${id}, but that check found nothing. Delete its [[check.accepted]] entry.`,
      )
    const annotations = flags.output === 'github' ? githubAnnotations(report) : ''
    const text = [annotations, checkView(report, this.looks)].filter((part) => part !== '').join('\n')
    this.show(text)
    if (!isFailure(report)) return report
    return this.endWith(report, failed(report))
  }
}

/** A longer timeout helps only if the time ran out. */
function failed(report: CheckReport): AppError {
  const suggestions = report.complete ? [] : ['Retry with a longer --timeout.']
  return new AppError('check.failed', checkFailure(report), { suggestions })
}
