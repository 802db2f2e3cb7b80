import { toast } from '../dialogs/toast.ts'
import { el, fill } from '../dom.ts'
import { bytes as sizeOf } from '../format.ts'
import { choice } from '../parts.ts'
import { jsonView } from './json-view.ts'

export interface ShownBody {
  readonly raw: string
  /** Null if the body is not JSON. */
  readonly pretty: string | null
  readonly bytes: number
  /** Note on the body; empty for none. */
  readonly note: string
}

/** Renders a body with its size, pretty or raw, and a copy button. */
export function bodyView({ raw, pretty, bytes, note }: ShownBody): HTMLElement {
  const place = el('div', {})
  const showRaw = () => fill(place, el('pre', { class: 'code', tabindex: 0 }, raw))
  const showPretty = () => fill(place, jsonView(pretty ?? raw))
  const copy = el('button', { type: 'button', click: () => void copyText(raw) }, 'Copy')
  const tabs = el(
    'div',
    { class: 'segments', role: 'group', 'aria-label': 'Body format' },
    pretty !== null && choice('Pretty', { show: showPretty, isOn: true }),
    choice('Raw', { show: showRaw, isOn: pretty === null }),
  )
  if (pretty === null) showRaw()
  else showPretty()
  const size = note === '' ? sizeOf(bytes) : `${sizeOf(bytes)}, ${note}`
  return el('div', {}, el('div', { class: 'strip' }, tabs, el('span', { class: 'quiet' }, size), copy), place)
}

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => toast('Copied.'),
    () => toast('The browser blocked the copy.', 'bad'),
  )
}
