import { cutTo } from '../../terminal/width.ts'
import { escapeCell } from '../../text/escape.ts'
import { hasDrift, type Drift } from '../../webhooks/record/drift.ts'
import { counted, noRows, sentence } from '../cells.ts'
import type { View } from '../view.ts'

export interface RecordedTopics {
  readonly folder: string
  readonly topics: readonly {
    readonly topic: string
    readonly samples: number
    readonly files: readonly string[]
    readonly drift: Drift | null
  }[]
}

/** Formats what was written, and how real payloads differ from the assumed ones. */
export const recordedText: View<RecordedTopics> = ({ folder, topics }, looks) => {
  const { style } = looks
  if (topics.length === 0) return noRows('deliveries')
  const lines = topics.flatMap(({ topic, samples, files, drift }) => [
    `${style.bold(escapeCell(topic))}  ${counted(samples, 'delivery', 'deliveries')}, ${counted(files.length, 'file')}`,
    ...driftLines(drift).map((line) => `  ${style.yellow(line)}`),
    ...(drift === null || hasDrift(drift) ? [] : [`  ${style.dim('no differences from the assumed payload')}`]),
  ])
  return sentence([...lines, `Written to ${escapeCell(folder)}.`].join('\n'), looks)
}

function driftLines(drift: Drift | null): string[] {
  if (drift === null) return []
  return [
    ...list('not assumed by this tool', drift.unknown),
    ...list('assumed, but never received', drift.missing),
    ...list('different type', drift.otherType),
  ]
}

/** The sender controls the number and length of member names, so the view limits them. `--json` prints all of them. */
const AT_MOST = { paths: 20, characters: 100 } as const

function list(words: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return []
  const shown = paths.slice(0, AT_MOST.paths).map((path) => cutTo(escapeCell(path), AT_MOST.characters))
  const more = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : ''
  return [`${words}: ${shown.join(', ')}${more}`]
}
