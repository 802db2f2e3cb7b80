import type { Paint, Style } from '../terminal/style.ts'
import { displayWidth } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'
import { escapeCell } from '../text/escape.ts'
import type { View } from './view.ts'

/** `skipped`: the check could not run or did not apply. `found` contains the reason. */
export type CheckState = 'ok' | 'warning' | 'failed' | 'skipped'

export type CheckGroup = 'machine' | 'project' | 'platform' | 'events'

/** A check of `app doctor` and its result. */
export interface ShownCheck {
  /** Stable id for scripts. */
  readonly id: string
  readonly group: CheckGroup
  readonly title: string
  readonly state: CheckState
  readonly found: string
  /** Fix, as a command if possible, or null if nothing needs fixing. */
  readonly remedy: string | null
  readonly details: Readonly<Record<string, unknown>>
  /** Result of `--fix`, or null if it did nothing. */
  readonly fixed: string | null
}

export interface Diagnosis {
  readonly target: string
  readonly counts: Readonly<Record<CheckState, number>>
  readonly checks: readonly ShownCheck[]
}

const groups: Readonly<Record<CheckGroup, string>> = {
  machine: 'This machine',
  project: 'Project',
  platform: 'Platform',
  events: 'Events',
}

const marks: Readonly<Record<CheckState, string>> = { ok: '✓', warning: '!', failed: '✗', skipped: '-' }

/**
 * Formats the checks by group and repeats failed ones at the end, where you see them first. In a
 * pipe, one tab-separated line per check: state, id, result, fix.
 */
export const doctorView: View<Diagnosis> = (diagnosis, { width, style }) => {
  const { checks } = diagnosis
  if (width === 0) return checks.map(pipedLine).join('\n')
  const column = Math.max(...checks.map(({ title }) => displayWidth(title)))
  const layout: Layout = { width, column, style }
  const sections = Object.entries(groups).flatMap(([group, title]) => {
    const own = checks.filter((check) => check.group === group)
    return own.length === 0 ? [] : [style.bold(title), ...own.flatMap((check) => entry(check, layout)), '']
  })
  return [...sections, ...ending(diagnosis, layout)].join('\n')
}

interface Layout {
  readonly width: number
  /** Columns of the titles. */
  readonly column: number
  readonly style: Style
}

function pipedLine({ state, id, found, remedy }: ShownCheck): string {
  return [state, id, escapeCell(found), escapeCell(remedy ?? '')].join('\t')
}

function paintOf(state: CheckState, { green, yellow, red, dim }: Style): Paint {
  return { ok: green, warning: yellow, failed: red, skipped: dim }[state]
}

/** Formats the title and result, and below them the fix, applied or pending. */
function entry({ state, title, found, remedy, fixed }: ShownCheck, { width, column, style }: Layout): string[] {
  const indent = column + 6
  const space = Math.max(20, width - indent)
  const paint = paintOf(state, style)
  const [first = '', ...others] = wrapped(escapeCell(found), space)
  const gap = ' '.repeat(column - displayWidth(title) + 2)
  const below = (text: string, look: Paint) => wrapped(text, space - 2).map((line) => look(line))
  const next = [
    ...(fixed === null ? [] : below(`fixed: ${escapeCell(fixed)}`, style.green)),
    ...(remedy === null || state === 'ok' ? [] : below(escapeCell(remedy), style.cyan)),
  ]
  const quiet = (text: string) => (state === 'skipped' ? style.dim(text) : text)
  return [
    `  ${paint(marks[state])} ${quiet(title)}${gap}${quiet(first)}`,
    ...others.map((line) => ' '.repeat(indent) + quiet(line)),
    ...next.map((line) => `${' '.repeat(indent)}${line}`),
  ]
}

function ending({ checks, counts, target }: Diagnosis, { width, style }: Layout): string[] {
  const parts = (['failed', 'warning', 'ok', 'skipped'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => paintOf(state, style)(`${counts[state]} ${state}`))
  const failed = checks.filter(({ state }) => state === 'failed')
  const again = failed.flatMap(({ title, found, remedy }) => {
    const [first = '', ...others] = wrapped(escapeCell(`${title}: ${found}`), width - 2)
    const remedies = remedy === null ? [] : wrapped(escapeCell(remedy), width - 4)
    return [
      `${style.red(marks.failed)} ${first}`,
      ...others.map((line) => `  ${line}`),
      ...remedies.map((line) => `    ${style.cyan(line)}`),
    ]
  })
  const head = `${parts.join(', ')}  (target: ${escapeCell(target)})`
  return again.length === 0 ? [head] : [head, '', ...again]
}

/** Wraps text to lines of at most `width` columns. */
function wrapped(text: string, width: number): string[] {
  return wrap(text, width).split('\n')
}
