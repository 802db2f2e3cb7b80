import { escapeForeign } from '../../text/escape.ts'
import { pick } from '../../text/paths.ts'
import { rowsAt, withRows } from '../send/rows.ts'
import type { Answer } from '../send/strategy.ts'
import type { Sink, SinkTools } from './sink.ts'

/** Members of a page that do not describe the whole list. */
const ofPage: readonly string[] = ['success', 'items', 'page', 'pageSize']

/** A JSON document is never empty. */
const EMPTY = Buffer.from('null\n')

/**
 * Writes one document for `--json` as it arrives. A single response is the platform's body. A list
 * over pages is `{"items": [every row], …}` with the last page's facts of the whole list. Several
 * regions are an array of `{region, currency, body}` or `{region, currency, error}`. An interrupted
 * list is closed with `error` in it.
 */
export function jsonSink(tools: SinkTools): Sink {
  const { terminal, isFanOut } = tools
  const write = (text: string) => terminal.outBytes(Buffer.from(escapeForeign(text)))
  const walk = tools.isWalk ? walkWriter(tools, write) : null
  const isRaw = walk === null && !isFanOut && tools.fields === null
  let parts = 0
  return {
    isLate: true,
    begin(region) {
      if (!isFanOut) return
      const tag = JSON.stringify({ region: region?.code, currency: region?.currency ?? null })
      write(`${parts++ === 0 ? '[' : ','}${tag.slice(0, -1)}`)
    },
    answer(answer) {
      if (walk !== null) walk.page(answer)
      // Unchanged bytes, without an added line end.
      else if (isRaw) terminal.outBytes(answer.result.bytes.length === 0 ? EMPTY : answer.result.bytes)
      else write(`${isFanOut ? ',"body":' : ''}${bodyText(answer, tools)}`)
    },
    finish() {
      walk?.close()
      if (isFanOut) write('}')
      else if (!isRaw) write('\n')
    },
    fail(error) {
      if (isFanOut) {
        walk?.close()
        write(`,"error":${error}}`)
        return true
      }
      if (walk?.close(error) !== true) return false
      write('\n')
      return true
    },
    end() {
      if (isFanOut) write(`${parts === 0 ? '[' : ''}]\n`)
    },
  }
}

/** Writes several pages as one list. */
function walkWriter({ fields, isFanOut }: SinkTools, write: (text: string) => void) {
  let rows: number | null = null
  let last: unknown = null
  return {
    page({ result, rows: more }: Answer) {
      if (rows === null) write(`${isFanOut ? ',"body":' : ''}{"items":[`)
      const texts = more.map((row) => JSON.stringify(picked(row, fields)))
      write(`${(rows ?? 0) > 0 && texts.length > 0 ? ',' : ''}${texts.join(',')}`)
      rows = (rows ?? 0) + more.length
      last = result.body
    },
    /** Ends the list and returns true, or returns false if it was not begun. */
    close(error?: string): boolean {
      if (rows === null) return false
      const facts = typeof last === 'object' && last !== null ? Object.entries(last) : []
      const rest = facts.filter(([name]) => !ofPage.includes(name))
      const members = rest.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
      write(`]${members.join('')}${error === undefined ? '' : `,"error":${error}`}}`)
      rows = null
      return true
    },
  }
}

function bodyText({ result: { body }, place }: Answer, { fields }: SinkTools): string {
  if (fields === null) return JSON.stringify(body)
  const rows = rowsAt(body, place).map((row) => pick(row, fields))
  return JSON.stringify(withRows(body, rows, place))
}

function picked(row: unknown, fields: readonly string[] | null): unknown {
  return fields === null ? row : pick(row, fields)
}
