import type { ConsoleField, ConsoleValue } from '../project/live/console-fields.ts'
import type { Style } from '../terminal/style.ts'
import { wrap } from '../terminal/wrap.ts'
import { escapeCell } from '../text/escape.ts'
import { sentence } from './cells.ts'
import type { View } from './view.ts'

interface ConsoleLooks {
  readonly style: Style
  /** Columns; 0 for a pipe. */
  readonly width?: number
  readonly indent?: string
}

/** Formats fields to enter in the developer console, each with its last confirmed value and the effect of the change. */
export function consoleLines(
  fields: readonly ConsoleField[],
  { style, width = 0, indent = '' }: ConsoleLooks,
): string[] {
  const column = Math.max(...fields.map(({ field }) => field.length))
  const hanging = ' '.repeat(column + 2)
  return fields.flatMap((one) => [
    // JSON is pasted into the console, so it must not contain a line break.
    wrap(
      `${indent}${one.field.padEnd(column)}  ${escapeCell(valueText(one))}`,
      valueText(one).startsWith('{') ? 0 : width,
      hanging,
    ),
    ...wasText(one).map((was) => style.dim(wrap(indent + hanging + escapeCell(was), width))),
    ...consequenceLines([one], { style, width, indent: indent + hanging }),
  ])
}

export interface ShownConsole {
  readonly app_key: string
  readonly fields: readonly ConsoleField[]
  /** Whether the console may contain another machine's addresses. */
  readonly isElsewhere?: boolean
}

const ELSEWHERE =
  "No value was confirmed on this machine. If another machine uses this app, the developer console has that machine's addresses. In that case, change nothing in the console."

/** Formats all console fields, with a headline that lists the differing fields. */
export const consoleView: View<ShownConsole> = ({ app_key: key, fields, isElsewhere = false }, looks) => {
  const changed = fields.filter(({ differs }) => differs).map(({ field }) => field)
  const isNew = changed.length === fields.length
  const what = changed.length === 0 ? 'nothing' : changed.join(', ')
  const waiting = ['webhook_url', 'admin_manifest_json'].filter((name) => fields.every(({ field }) => field !== name))
  const later = `Missing: ${waiting.join(', ')}. The live platform cannot reach this machine. \`app dev --target live\` lists the tunnel's address (--tunnel quick, or --tunnel-url for your own). You can enter all values then.`
  const differs = `Changed since the last confirmation on this machine: ${what}`
  const head = isNew
    ? `Enter these values in the developer console for ${key}:`
    : `The developer console must contain these values for ${key}:`
  return [
    ...(isElsewhere
      ? [sentence(ELSEWHERE, looks), '', looks.style.bold(`Values that this machine needs for ${key}:`)]
      : [looks.style.bold(head)]),
    ...consoleLines(fields, looks),
    ...(waiting.length === 0 ? [] : ['', sentence(later, looks)]),
    ...(isNew ? [] : ['', sentence(differs, looks)]),
  ].join('\n')
}

/** Returns the effects of the changes, one line each. */
function consequenceLines(fields: readonly ConsoleField[], { style, width = 0, indent = '' }: ConsoleLooks): string[] {
  const texts = new Set(fields.flatMap(({ consequences }) => consequences))
  return [...texts].map((text) => style.yellow(wrap(indent + escapeCell(text), width)))
}

/** Sentences about the manifest specify which part of it changed. */
function wasText({ field, before, differs }: ConsoleField): string[] {
  return !differs || before === null || field === 'admin_manifest_json' ? [] : [`was ${plain(before)}`]
}

function valueText({ field, value }: ConsoleField): string {
  if (field === 'countries' && value?.length === 0) return 'all (global app)'
  if (field === 'price' && value === null) return 'free'
  return plain(value)
}

function plain(value: ConsoleValue): string {
  return (typeof value === 'object' ? value?.join(' ') : value) || 'none'
}
