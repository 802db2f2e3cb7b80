import type { Slot } from '../project/app-config.ts'
import type { PackageManager } from '../scaffold/package-manager.ts'
import type { ChangeKind, FileChange } from '../scaffold/upgrade/upgrade-plan.ts'
import { wrap } from '../terminal/wrap.ts'
import { escapeCell } from '../text/escape.ts'
import type { View } from './view.ts'

export interface ShownUpgrade {
  /** Null for an app on the kit that was not created from a template. */
  readonly template: string | null
  /** svcapp version that created the app, or null if not recorded. */
  readonly from: string | null
  readonly to: string
  /** Whether the app already matches this template. */
  readonly upToDate: boolean
  /** Whether files were written. */
  readonly applied: boolean
  readonly changes: readonly FileChange[]
  /** Slots that a new app has and this app.toml lacks. */
  readonly slots: readonly Slot[]
  /** Package manager of the app's folder or workspace. */
  readonly packageManager: PackageManager
}

/** Formats the actual or planned change of each file: counts for files that only the template changed, names for files that the owner changed too. */
export const upgradeView: View<ShownUpgrade> = (shown, { style, width }) => {
  const { template, from, upToDate, applied, changes, slots } = shown
  const here = upgradeTarget(shown)
  if (upToDate) return style.green(`The app is at ${here}.`)
  const source = template === null ? 'svcapp-kit' : 'the template of svcapp'
  const was = from === null ? 'a template without a recorded version' : `${source} ${escapeCell(from)}`
  const of = (kind: ChangeKind) => changes.filter((change) => change.kind === kind)
  const conflicts = of('conflict')
  const counted = (['added', 'updated', 'removed'] as const)
    .filter((kind) => of(kind).length > 0)
    .map((kind) => `${of(kind).length} ${kind}`)
  const lines = [
    applied ? style.green(`Upgraded to ${here} from ${was}.`) : `The app is behind ${here}. It uses ${was}.`,
    '',
    `  ${counted.length === 0 ? 'No other file changes.' : `${counted.join(', ')}: template files`}`,
    ...named('merged', of('merged'), "contains both your changes and the template's"),
    ...named('stays deleted', of('kept-deleted'), 'you deleted it, but the template changed it'),
    ...conflicts.map(
      ({ path, conflict }) => `  ${style.red('conflict')}  ${escapeCell(path)}: ${escapeCell(conflict ?? '')}`,
    ),
    ...slots.map(
      ({ type, path }) =>
        `  ${style.yellow('app.toml')}  is yours and stays unchanged. A new app also has the slot ${type} (path "${path}")`,
    ),
    '',
    ...(applied
      ? ['Next:', ...nextSteps(shown).map((step) => `  ${style.bold(step)}`)]
      : ['Next:', `  ${style.bold('app upgrade')}`]),
  ]
  return lines.map((line) => wrap(line, width, '    ')).join('\n')
}

/** Describes the version that the app is or will be at. */
export function upgradeTarget({ template, to }: Pick<ShownUpgrade, 'template' | 'to'>): string {
  if (template === null) return `svcapp-kit ${escapeCell(to)}`
  return `the template ${escapeCell(template)} of svcapp ${escapeCell(to)}`
}

function named(word: string, changes: readonly FileChange[], why: string): string[] {
  return changes.map(({ path }) => `  ${word}  ${escapeCell(path)}: ${why}`)
}

function nextSteps({ changes, packageManager }: ShownUpgrade): string[] {
  const touched = (file: string) => changes.some(({ path }) => path === file)
  const hasConflicts = changes.some(({ kind }) => kind === 'conflict')
  return [
    ...(hasConflicts ? ['git diff'] : []),
    ...(touched('package.json') || touched('package-lock.json') ? [`${packageManager} install`] : []),
    `${packageManager} run test`,
    'app check',
    'git add --all && git commit --message "Upgrade the template"',
  ]
}
