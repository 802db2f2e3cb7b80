import type { DatabaseSync } from 'node:sqlite'

import { codes } from '../../../../catalog/errors.ts'
import { text } from '../../../../storage/columns.ts'
import { prepared, upsertRow } from '../../../../storage/statements.ts'

/** Language of the region, and the languages of all store regions. Any other language is unknown. */
export interface Languages {
  readonly own: string
  readonly known: ReadonlySet<string>
}

/** Reason why a row fails. */
export interface Problem {
  readonly message: string
  readonly code?: string
}

/** Table that stores labels. */
interface LabelTable {
  readonly name: string
  /** Column with the id of the labeled row. */
  readonly owner: string
}

export const ofAttribute: LabelTable = { name: 'attribute_labels', owner: 'attribute_id' }
export const ofValue: LabelTable = { name: 'attribute_value_labels', owner: 'value_id' }

interface Labelled {
  readonly id: number
  readonly row: { readonly label: string; readonly labels?: Readonly<Record<string, string>> | null | undefined }
  readonly languages: Languages
  /** Receives a message for each skipped language (ATTR-041). */
  readonly warnings: string[]
  /** Prefix of the row's field names in messages. */
  readonly path: string
}

/** Writes missing labels. Returns a problem if the row contradicts itself (ATTR-048) or the store has another translation (ATTR-049). */
export function writeLabels(
  db: DatabaseSync,
  { name, owner }: LabelTable,
  { id, row, languages, warnings, path }: Labelled,
): Problem | null {
  const labels = row.labels ?? {}
  if ((labels[languages.own] ?? row.label) !== row.label)
    return { message: `${path}labels and label differ in the region's language.` }
  for (const [language, label] of Object.entries({ ...labels, [languages.own]: row.label })) {
    if (!languages.known.has(language)) {
      warnings.push(`${path}${pathOf(language)} was skipped, because the store has no region with this language.`)
      continue
    }
    const stored = prepared(db, `SELECT label FROM ${name} WHERE ${owner} = ? AND language = ?`).get(id, language)
    const current = stored === undefined ? '' : text(stored, 'label')
    if (current !== '' && current !== label) {
      const message = `${path}labels differs from the store's translation, which was not changed.`
      return { message, code: codes.translationConflict }
    }
    upsertRow(db, name, { [owner]: id, language }, { label })
  }
  return null
}

/** Returns the language as sent if it is well-formed. */
function pathOf(language: string): string {
  return /^[A-Za-z-]{2,12}$/.test(language) ? `labels.${language}` : 'A name in labels'
}
