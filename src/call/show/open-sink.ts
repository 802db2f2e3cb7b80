import { openScreen } from '../../command/screen.ts'
import { isFanOut, type PendingCall } from '../send/pending-call.ts'
import { columnsOf } from './columns.ts'
import { jsonSink } from './json-sink.ts'
import { csvSink, ndjsonSink } from './lines-sink.ts'
import type { Sink, SinkTools } from './sink.ts'
import { tableSink } from './table-sink.ts'

/** The sink for the format that was asked for. */
export function openSink(call: PendingCall, ways: Pick<SinkTools, 'isWalk' | 'isLive'>): Sink {
  const { context, flags, options, facts, view } = call
  const tools = {
    terminal: context.terminal,
    screen: openScreen(context, flags['wide'] === true),
    fields: options.fields,
    isFanOut: isFanOut(call),
    response: facts.known?.response ?? null,
    ...ways,
  }
  const columns = facts.known === null ? [] : columnsOf(facts.known)
  const open = {
    json: () => jsonSink(tools),
    ndjson: () => ndjsonSink(tools),
    csv: () => csvSink(tools, columns),
    view: () => tableSink(tools, view),
  }
  return open[options.format]()
}
