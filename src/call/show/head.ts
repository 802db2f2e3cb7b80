import type { WireResponse } from '../../http/wire.ts'
import { escapeCell } from '../../text/escape.ts'
import type { Call } from '../send/call.ts'
import type { Head } from '../send/strategy.ts'

/** Shows the head before the body, as `curl -i` does. If a program reads stdout, or it holds several responses, the head goes to stderr. */
export function createHead({ options, context: { terminal } }: Call, { hasMany }: { readonly hasMany: boolean }): Head {
  const isSingle = !options.isFanOut && !hasMany
  const isBare = options.format === 'view' && options.fields === null && isSingle
  let last: WireResponse | null = null
  return {
    seen: (response) => void (last = response),
    show() {
      if (!options.isIncluding || last === null) return
      const { status, headers } = last
      last = null
      const lines = Object.entries(headers).map(([name, value]) => escapeCell(`${name}: ${value}`))
      const text = [`HTTP/1.1 ${status}`, ...lines, ''].join('\n')
      if (isBare) terminal.out(text)
      else terminal.noteLines(text)
    },
  }
}
