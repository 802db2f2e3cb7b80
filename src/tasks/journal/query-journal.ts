import type { Context } from '../../context.ts'
import { askJournal, type QueryRows } from '../../journal/query/ask-journal.ts'
import type { QueryRequest } from '../../journal/query/query-wire.ts'
import { withJournal } from './project-journal.ts'

/** Queries the app's journal and creates a missing one. Raises `storage.*` and the errors of `askJournal`. */
export async function queryJournal(
  { paths, runtime, interrupted }: Pick<Context, 'paths' | 'runtime' | 'interrupted'>,
  request: Omit<QueryRequest, 'path'>,
): Promise<QueryRows> {
  // Opens it once normally, so that the schema is current.
  await withJournal({ paths }, request.appKey, () => {})
  return askJournal({ nodePath: runtime.nodePath, signal: interrupted }, { ...request, path: paths.journalDb })
}
