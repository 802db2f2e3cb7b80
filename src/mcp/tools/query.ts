import { int, orElse, text } from '../../control/fields.ts'
import { queryJournal } from '../../tasks/journal/query-journal.ts'
import { tool } from '../tool.ts'

const TIMEOUT_MS = 5000

/** Queries the journal by SQL. */
export const query = tool({
  name: 'query',
  about:
    'Query the journal with SQL (SQLite, one SELECT, read-only, 5 s). Views: `deliveries`, `attempts`, `calls`, `spans`, `logs`, `installs`, `rejections`, `rejection_times`. `search` for "journal views" to list their columns.',
  input: {
    sql: text({ about: '', max: 20_000 }),
    limit: orElse(int({ about: 'Maximum number of rows.', min: 1, max: 1000 }), 100),
  },
  effect: 'reads',
  run: async ({ context, project }, { sql, limit }) => {
    const { config } = await project()
    const found = await queryJournal(context, { appKey: config.key, sql, limit, timeoutMs: TIMEOUT_MS })
    const { columns, rows, isCut } = found
    return { said: { rows: rows.length, truncated: isCut }, foreign: { columns, rows } }
  },
})
