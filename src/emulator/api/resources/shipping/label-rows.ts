import type { DatabaseSync } from 'node:sqlite'

import { codes } from '../../../../catalog/errors.ts'
import { text } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'

/** The language of the region, and those of all regions of the store: no other language is known. */
export interface Languages {
  readonly own: string
  readonly known: ReadonlySet<string>
}

/** Why a row fails. */
export interface Problem {
  readonly message: string
  readonly code?: string
}

/** Where labels are kept. */
interface LabelTable {
  readonly read: string
  readonly write: string
}

export const ofAttribute = labelTable('attribute_labels', 'attribute_id')
export const ofValue = labelTable('attribute_value_labels', 'value_id')

function labelTable(table: string, owner: string): LabelTable {
  return {
    read: `SELECT label FROM ${table} WHERE ${owner} = ? AND language = ?`,
    write: `INSERT INTO ${table} (${owner}, language, label) VALUES (?, ?, ?)
      ON CONFLICT (${owner}, language) DO UPDATE SET label = excluded.label`,
  }
}

interface Labelled {
  readonly id: number
  readonly row: { readonly label: string; readonly labels?: Readonly<Record<string, string>> | null | undefined }
  readonly languages: Languages
  /** Gets a line for each language that is skipped (ATTR-041). */
  readonly warnings: string[]
  /** The prefix of the row's field names in messages. */
  readonly path: string
}

/** Writes what is missing; a problem when the row contradicts itself (ATTR-048) or the store has another translation (ATTR-049). */
export function writeLabels(
  db: DatabaseSync,
  table: LabelTable,
  { id, row, languages, warnings, path }: Labelled,
): Problem | null {
  const labels = row.labels ?? {}
  if ((labels[languages.own] ?? row.label) !== row.label)
    return { message: `${path}labels differs from label in the language of the region.` }
  for (const [language, label] of Object.entries({ ...labels, [languages.own]: row.label })) {
    if (!languages.known.has(language)) {
      warnings.push(`${path}${pathOf(language)} was skipped: no region of the store has this language.`)
      continue
    }
    const stored = prepared(db, table.read).get(id, language)
    const current = stored === undefined ? '' : text(stored, 'label')
    if (current !== '' && current !== label) {
      const message = `${path}labels: the store has another translation, which stays as it is.`
      return { message, code: codes.translationConflict }
    }
    prepared(db, table.write).run(id, language, label)
  }
  return null
}

/** A language as it was sent, where it can be one. */
function pathOf(language: string): string {
  return /^[A-Za-z-]{2,12}$/.test(language) ? `labels.${language}` : 'A name in labels'
}
