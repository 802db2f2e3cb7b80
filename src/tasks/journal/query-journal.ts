import type { Context } from '../../context.ts'
import { askJournal, type QueryRows } from '../../journal/query/ask-journal.ts'
import type { QueryRequest } from '../../journal/query/query-wire.ts'
import { withJournal } from '../webhook/project-journal.ts'

/** Queries the journal of the app; a missing one is created. Raises `storage.*` and what `askJournal` raises. */
export async function queryJournal(
  { paths, runtime, interrupted }: Pick<Context, 'paths' | 'runtime' | 'interrupted'>,
  request: Omit<QueryRequest, 'path'>,
): Promise<QueryRows> {
  // Opened once in the usual way, so that the schema is the present one.
  await withJournal({ paths }, request.appKey, () => {})
  return askJournal({ nodePath: runtime.nodePath, signal: interrupted }, { ...request, path: paths.journalDb })
}
