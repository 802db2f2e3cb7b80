import type { Send } from '../http/wire.ts'
import { isPlainLoopback } from '../protocol/web-address.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** After this long without a response, a person wants to know what is waited for. */
const PATIENCE_MS = 5000

/**
 * The same, with one line on a terminal for each request to another machine that takes long. A request with a shorter
 * limit of its own is a check in the background.
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
