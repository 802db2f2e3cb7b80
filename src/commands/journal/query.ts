import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { wideFlag } from '../../cli/flags.ts'
import { linesFlag } from '../../cli/lines.ts'
import type { QueryRows } from '../../journal/query/ask-journal.ts'
import { parseDuration } from '../../tasks/duration.ts'
import { queryJournal } from '../../tasks/journal/query-journal.ts'
import { csvLine } from '../../text/csv.ts'
import { queryRowsView } from '../../views/journal/query-rows.ts'

type Answer = Pick<QueryRows, 'columns' | 'rows'> & { readonly truncated: boolean }

export default class JournalQuery extends AppCommand<Answer | undefined> {
  static override ignoresTarget = true

  static override summary = 'Query deliveries, calls, installs, spans and logs with SQL'

  static override description =
    "Runs one SELECT in SQLite's SQL over the views `deliveries`, `attempts`, `calls`, `spans`, `logs`, `installs`, `rejections` and `rejection_times`. To list their columns, run `app journal views`. The query is read-only, cannot attach databases or load extensions, and is stopped if it runs too long. Cells can contain untrusted text from the platform, stores and customers."

  static override examples = [
    '<%= config.bin %> journal query "select topic, count(*) n from deliveries group by topic"',
    '<%= config.bin %> journal query "select id, ms from attempts where ms > 1000" --csv',
    `<%= config.bin %> journal query "select body ->> '$.data.orderId' from deliveries" --json`,
  ]

  static override args = {
    sql: Args.string({ required: true, description: 'SQL query, or - for stdin.' }),
  }

  static override flags = {
    limit: Flags.integer({ default: 1000, min: 1, max: 100_000, summary: 'Maximum number of rows.', helpValue: '<n>' }),
    timeout: Flags.string({
      default: '5s',
      summary: 'Stop the query after this duration (at most 60s).',
      helpValue: '<time>',
    }),
    csv: Flags.boolean({ summary: 'Print CSV with a header.', exclusive: ['json', 'ndjson'] }),
    ...linesFlag,
    ...wideFlag,
  }

  async run(): Promise<Answer | undefined> {
    const { args, flags } = await this.parse(JournalQuery)
    const { config } = await this.project()
    const sql = args.sql === '-' ? new TextDecoder().decode(this.context.readStdin()) : args.sql
    const timeoutMs = Math.min(parseDuration(flags.timeout), 60_000)
    const found = await queryJournal(this.context, { appKey: config.key, sql, limit: flags.limit, timeoutMs })
    const { columns, rows, isCut } = found
    const shown = flags.limit === 1 ? 'row' : `${flags.limit} rows`
    if (isCut) this.note(`Showing the first ${shown}. For more, use --limit <n>.`)
    if (flags.csv) {
      const lines = [columns, ...rows].map((cells) => csvLine(cells))
      this.context.terminal.outBytes(Buffer.from(lines.join('')))
      return undefined
    }
    this.show(queryRowsView(found, this.looks))
    return { columns, rows, truncated: isCut }
  }

  /** A JSON line has no header, so each line has its column names. SQLite makes them unique. */
  protected override rows(answer: Answer | undefined): readonly unknown[] {
    if (answer === undefined) return []
    const { columns, rows } = answer
    return rows.map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at]])))
  }
}
