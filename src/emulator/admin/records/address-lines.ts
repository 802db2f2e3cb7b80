import { html } from 'hono/html'

import { parseJson } from '../../../text/json.ts'
import type { Html } from '../../pages/page.ts'

/** Shows each filled field of an address, a JSON object with any fields, on a line. Returns null without an address. */
export function addressLines(json: string | null): Html | null {
  if (json === null) return null
  const parsed = parseJson(json)
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return null
  const lines = Object.values(parsed.value).filter((value) => typeof value === 'string' && value.trim() !== '')
  return lines.length === 0 ? null : html`${lines.map((line) => html`<span class="line">${String(line)}</span>`)}`
}
