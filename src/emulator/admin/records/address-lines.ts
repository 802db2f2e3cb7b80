import { html } from 'hono/html'

import { parseJson } from '../../../text/json.ts'
import type { Html } from '../../pages/page.ts'

/** An address, which is stored as a JSON object of any fields, a line for each field that says something; null where there is none. */
export function addressLines(json: string | null): Html | null {
  if (json === null) return null
  const parsed = parseJson(json)
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return null
  const lines = Object.values(parsed.value).filter((value) => typeof value === 'string' && value.trim() !== '')
  return lines.length === 0 ? null : html`${lines.map((line) => html`<span class="line">${String(line)}</span>`)}`
}
