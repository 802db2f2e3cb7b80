import type { Call } from '../send/call.ts'
import type { Strategy } from '../send/strategy.ts'
import { columnsOf } from './columns.ts'
import { jsonSink } from './json-sink.ts'
import { csvSink, ndjsonSink } from './lines-sink.ts'
import type { Sink } from './sink.ts'
import { tableSink } from './table-sink.ts'

/** Opens the sink for the selected format. */
export function openSink(call: Call, { isWalk, isLive }: Strategy): Sink {
  const { context, screen, options, facts, view } = call
  const { terminal } = context
  const { fields, isFanOut } = options
  const tools = { terminal, screen, fields, isFanOut, isWalk, isLive, response: facts.known?.response ?? null }
  const open = {
    json: () => jsonSink(tools),
    ndjson: () => ndjsonSink(tools),
    csv: () => csvSink(tools, facts.known === null ? [] : columnsOf(facts.known)),
    view: () => tableSink(tools, view),
  }
  return open[options.format]()
}
