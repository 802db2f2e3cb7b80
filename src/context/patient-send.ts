import type { Send } from '../http/wire.ts'
import { isPlainLoopback } from '../protocol/web-address.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** After this time without a response, a user needs to know the reason. */
const PATIENCE_MS = 5000

/**
 * Sends like `send`, with one line on a terminal for each slow request to another machine. A
 * request with a shorter limit of its own is a background check.
 */
export function patientSend(
  send: Send,
  {
    terminal,
    patienceMs = PATIENCE_MS,
  }: { readonly terminal: Pick<Terminal, 'note' | 'noteWidth'>; readonly patienceMs?: number },
): Send {
  return async (request) => {
    const { url, timeoutMs = Infinity } = request
    if (timeoutMs <= PATIENCE_MS || isPlainLoopback(url.origin)) return send(request)
    const timer = setTimeout(() => {
      if (terminal.noteWidth > 0) terminal.note(`Waiting for ${url.host} …`)
    }, patienceMs)
    return send(request).finally(() => clearTimeout(timer))
  }
}
