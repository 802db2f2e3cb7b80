import type { Context } from '../../context.ts'
import { askJournal, type QueryRows } from '../../journal/query/ask-journal.ts'
import type { QueryRequest } from '../../journal/query/query-wire.ts'
import { withJournal } from '../webhook/project-journal.ts'

/** Asks the journal of the app; one that is not there yet is made. Raises `storage.*` and what `askJournal` raises. */
export async function queryJournal(
  { paths, runtime, interrupted }: Pick<Context, 'paths' | 'runtime' | 'interrupted'>,
  request: Omit<QueryRequest, 'path'>,
): Promise<QueryRows> {
  // Opened once the usual way, so that the schema is today's.
  await withJournal({ paths }, request.appKey, () => {})
  return askJournal({ nodePath: runtime.nodePath, signal: interrupted }, { ...request, path: paths.journalDb })
}
