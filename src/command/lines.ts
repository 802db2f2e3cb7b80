import * as Flags from '@oclif/core/flags'

/** Of every command that lists. The base class prints the rows (`AppCommand.rows`), each as it is in the document of `--json`. */
export const linesFlag = { ndjson: Flags.boolean({ summary: 'Print one JSON object per line.', exclusive: ['json'] }) }

/** The rows of a list, or of a document that holds one list and nothing else. Any other document is a row itself. */
export function rowsOf(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document
  if (typeof document !== 'object' || document === null) return [document]
  const [only, ...others] = Object.values(document)
  return Array.isArray(only) && others.length === 0 ? only : [document]
}
