import * as Flags from '@oclif/core/flags'

/** Flag of every list command. The base class prints the rows (`AppCommand.rows`), each as it is in the `--json` document. */
export const linesFlag = { ndjson: Flags.boolean({ summary: 'Print one JSON object per line.', exclusive: ['json'] }) }

/** Returns the rows of a list, or of a document that contains one list and nothing else. Any other document is itself a row. */
export function rowsOf(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document
  if (typeof document !== 'object' || document === null) return [document]
  const [only, ...others] = Object.values(document)
  return Array.isArray(only) && others.length === 0 ? only : [document]
}
