import type { WireResponse } from '../../http/wire.ts'
import { escapeCell } from '../../text/escape.ts'
import { isFanOut, type PendingCall } from '../send/pending-call.ts'

/** Keeps the head of the last answer and shows it with `--include`. */
export interface Head {
  readonly seen: (response: WireResponse) => void
  /** Status line and headers of the answer that was seen last; nothing when they were shown already. */
  readonly show: () => void
}

/** As `curl -i` does it: before the body. Where stdout is read by a program, the head goes to stderr. */
export function includeHead(call: PendingCall): Head {
  const { options, context, flags } = call
  const { terminal } = context
  const isBare = options.format === 'view' && options.fields === null && !isFanOut(call)
  const isSingle = flags['all'] !== true && flags['limit'] === undefined
  const print = (text: string) => (isBare && isSingle ? terminal.out(text) : terminal.noteLines(text))
  let last: WireResponse | null = null
  return {
    seen: (response) => void (last = response),
    show() {
      if (!options.isIncluding || last === null) return
      const { status, headers } = last
      last = null
      const lines = Object.entries(headers).map(([name, value]) => escapeCell(`${name}: ${value}`))
      print([`HTTP/1.1 ${status}`, ...lines, ''].join('\n'))
    },
  }
}
