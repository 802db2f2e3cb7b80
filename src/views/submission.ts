import type { AppStatus } from '../control/contract.ts'
import { panelText, type ConsoleField } from '../project/live/console-fields.ts'
import type { PlannedChange } from '../project/live/planned-change.ts'
import { SECOND_APP, type FolderRegistration } from '../project/toml/registration-files.ts'
import { escapeCell } from '../text/escape.ts'
import { facts, sentence } from './cells.ts'
import { consoleLines, consoleView, type ShownConsole } from './console.ts'
import { statusText } from './registration.ts'
import type { Looks, View } from './view.ts'

/** What `app submit` did or, on the live platform, the remaining steps. */
export interface Submission {
  readonly target: 'emulator' | 'live'
  readonly app_key: string
  /** App status, or null if only the developer console shows it. */
  readonly status: AppStatus | null
  readonly listed: boolean | null
  /** Whether this command registered the app. */
  readonly created: boolean
  /** Whether a panel change returned the published app to review. */
  readonly returnedToReview: boolean
  /**
   * Values to enter in the developer console and how they differ from the confirmed ones, or null
   * on the emulator.
   */
  readonly console: readonly ConsoleField[] | null
  /** Next steps: commands, or sentences on the live platform. */
  readonly next: readonly string[]
}

/** A registration file in the folder: app.toml or app.<name>.toml. */
export interface ListedRegistration extends FolderRegistration {
  /** Whether the command used this registration. */
  readonly selected: boolean
}

export interface AppReport extends AppFacts {
  readonly registrations: readonly ListedRegistration[]
}

/** Status of an app. Members that only the developer console shows are null. */
export interface AppFacts extends PlannedChange {
  readonly target: 'emulator' | 'live'
  readonly app_key: string
  readonly name: string
  readonly status: AppStatus | null
  readonly listed: boolean | null
  /** Whether a panel change was saved but not published. */
  readonly has_unpublished_change: boolean | null
  readonly test_store_codes: readonly string[] | null
  /** Values to enter in the developer console. Null on the emulator, or if base_url may contain a typo. */
  readonly console: readonly ConsoleField[] | null
  /**
   * Fields that differ from the registration. On the live platform, from the values last confirmed,
   * or null if there are none.
   */
  readonly differs: readonly string[] | null
  /** Differing fields that the running `app dev` set. It restores them when it exits. */
  readonly setByAppDev: readonly string[] | null
  /** Whether `app submit` would return the app to review. On the live platform, if the app is published. */
  readonly returnsToReview: boolean | null
}

const CONSOLE = 'The live platform has no documented API for this.'

/** Formats one sentence and the next steps. */
export const submissionView: View<Submission> = (done, looks) =>
  [looks.style.bold(sentence(headline(done), looks)), ...done.next.map((line) => sentence(`  ${line}`, looks))].join(
    '\n',
  )

function headline({ target, app_key: key, status, returnedToReview: isBack, listed }: Submission): string {
  if (target === 'live' || status === null) return `Nothing was sent for ${key}. ${CONSOLE} In the developer console:`
  if (isBack) return `${key} returned to review. On the emulator you decide:`
  if (status === 'P') return `${key} is in review. On the emulator you decide:`
  return `${key} is up to date and ${listed === true ? 'published. No change needs a review' : statusText(status)}.`
}

/** Formats one fact per line, then the registrations in the folder if there are several. */
export const appReportView: View<AppReport & Pick<ShownConsole, 'isElsewhere'>> = (app, looks) => {
  const { registrations, isElsewhere = false } = app
  const isOnly = registrations.length < 2
  const first = `If no other machine uses the app, run \`app register --target live\`.${isOnly ? SECOND_APP : ''}`
  const shown = [factsView(app, looks), ...(isElsewhere && app.console !== null ? ['', sentence(first, looks)] : [])]
  if (isOnly) return shown.join('\n')
  const width = Math.max(...registrations.map(({ file }) => file.length))
  const lines = registrations.map(({ file, key, selected }) => {
    const same = registrations.find((one) => one.file !== file && one.key === key)
    const note = same === undefined ? '' : ` (error: ${same.file} has the same key)`
    return `${selected ? '*' : ' '} ${file.padEnd(width)}  ${escapeCell(key ?? 'no key')}${note}`
  })
  return [...shown, '', 'Registrations (--config <name>):', ...lines].join('\n')
}

const factsView: View<AppFacts & Pick<ShownConsole, 'isElsewhere'>> = (app, looks) => {
  if (app.status === null) {
    const head = `${app.app_key}: only the developer console shows its status. ${CONSOLE}`
    return [
      sentence(head, looks),
      ...(app.console === null ? [] : ['', consoleView({ ...app, fields: app.console }, looks)]),
      ...factLines(planFacts(app), looks),
    ].join('\n')
  }
  const held = app.setByAppDev ?? []
  const differs = (app.differs ?? []).map((field) =>
    held.includes(field) ? `${field} (set by \`app dev\` while it runs)` : field,
  )
  const lines = facts(
    [
      ['app', app.app_key],
      ['status', statusText(app.status)],
      ['in the catalog', app.listed === true ? 'yes' : 'no'],
      ...(app.has_unpublished_change === true ? [UNPUBLISHED] : []),
      ['test stores', app.test_store_codes?.join(' ') || 'none'],
      ['differs from app.toml', differs.join(', ') || 'nothing'],
      ...(app.returnsToReview === true ? [RETURNS] : []),
      ...planFacts(app),
    ],
    looks,
  )
  return [lines, ...changeLines(app.changes ?? [], looks)].join('\n')
}

function changeLines(changes: readonly ConsoleField[], looks: Looks): string[] {
  if (changes.length === 0) return []
  const shown = changes.map((one) =>
    one.field === 'admin_manifest_json' ? { ...one, value: panelText(one.value) } : one,
  )
  return ['', looks.style.bold('app submit changes:'), ...consoleLines(shown, looks)]
}

type Fact = [name: string, value: string]

function factLines(pairs: readonly Fact[], looks: Looks): string[] {
  return pairs.length === 0 ? [] : ['', facts(pairs, looks)]
}

function planFacts({ missingConsents: missing, topics }: PlannedChange): Fact[] {
  const changed = [...(topics?.added ?? []).map((one) => `+${one}`), ...(topics?.removed ?? []).map((one) => `-${one}`)]
  return [
    ...missing.map(({ store, region, scopes }): Fact => {
      const place = region === null ? store : `${store}, region ${region}`
      return ['needs consent', `${place}: ${scopes.join(' ')}`]
    }),
    ...(changed.length === 0 ? [] : [['webhook topics', changed.join(' ')] satisfies Fact]),
  ]
}

const UNPUBLISHED: [string, string] = ['changed panel', 'saved, but live stores use the approved panel']
const RETURNS: [string, string] = ['app submit', 'returns the app to review, because its panel URL or slots changed']
