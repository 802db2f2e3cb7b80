import { didYouMean } from '../../text/nearest.ts'
import { queryViews, type QueryView } from './query-views.ts'
import { ONE_STATEMENT } from './query-wire.ts'

/** What is wrong with a query, and how to correct it. */
export interface QueryMistake {
  readonly message: string
  readonly suggestions: readonly string[]
}

const viewNames = queryViews.map(({ name }) => name)
const allowed = `A query can read ${viewNames.join(', ')}. To list their columns, run \`app journal views\`.`

/** Rewords what SQLite reports about a query that it did not run (`rejected`), in terms of the query as typed, because SQLite received it in brackets. */
export function queryMistake({ refused, sql }: { readonly refused: string; readonly sql: string }): QueryMistake {
  const [, column] = /^no such column: "?([^" ]+)/.exec(refused) ?? []
  if (column !== undefined) return { message: refused, suggestions: columnHints(column.replace(/^.*\./, ''), sql) }
  const [, table] = /^no such table: (.+)$/.exec(refused) ?? []
  if (table !== undefined) return { message: refused, suggestions: [...didYouMean(table, viewNames), allowed] }
  if (refused.startsWith('near ";"') || refused === ONE_STATEMENT)
    return { message: ONE_STATEMENT, suggestions: ['Remove the ; and run the rest separately.'] }
  if (refused.startsWith('unrecognized token: "\''))
    return {
      message: "A quote (') is not closed.",
      suggestions: ["Put text between two ' characters, and write '' for a ' in it."],
    }
  if (refused === 'near ")": syntax error' && !sql.includes(')'))
    return { message: 'The query is incomplete.', suggestions: [allowed] }
  return { message: refused, suggestions: [allowed] }
}

function columnHints(column: string, sql: string): string[] {
  const used = queryViews.filter(({ name }) => new RegExp(`\\b${name}\\b`, 'i').test(sql))
  const views = used.length === 0 ? queryViews : used
  const names = views.flatMap(({ columns }) => columns.map(({ name }) => name))
  return [...didYouMean(column.toLowerCase(), names), ...(used.length === 0 ? [allowed] : used.map(columnList))]
}

function columnList({ name, columns }: QueryView): string {
  return `${name} has ${columns.map((column) => column.name).join(', ')}. For their meaning, run \`app journal views\`.`
}
