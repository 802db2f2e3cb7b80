import type { ActionAnswer } from '../../actions.ts'
import { wordsOf } from '../api.ts'
import { byId, el, prose } from '../dom.ts'
import { ms } from '../format.ts'

type Tone = 'good' | 'bad' | 'plain'

const SHOWN_MS = 6000

/** Shows a line that disappears after a while. */
export function toast(text: string, tone: Tone = 'plain'): void {
  const line = el('div', { class: `toast ${tone}` }, ...prose(text))
  byId('toasts').append(line)
  setTimeout(() => line.remove(), SHOWN_MS)
}

/** Shows the app's response to a manual action. */
export function reportAnswer(what: string, { status, error, ms: took, accepted }: ActionAnswer): void {
  const outcome = status === null ? (error ?? 'no response') : String(status)
  toast(`${what}: ${outcome} in ${ms(took)}`, accepted ? 'good' : 'bad')
}

/** Shows an error in the server's words, with its suggestions. */
export function reportFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  toast(wordsOf(error).join(' '), 'bad')
}
