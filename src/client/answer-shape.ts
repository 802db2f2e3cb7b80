import type { EndpointFacts } from '../catalog/endpoint.ts'
import { rowsPlaceOf } from '../catalog/rows-place.ts'
import type { WireResponse } from '../http/wire.ts'
import { cut } from '../text/cut.ts'
import { escapeForeign } from '../text/escape.ts'
import { isObject } from '../text/json.ts'
import { memberAt } from '../text/paths.ts'
import { badAnswer } from './check-answer.ts'

/** What to do with an answer that cannot be read. `app call raw` asks for the context first, so it cannot show an answer of that one (installation-context.ts). */
export const RAW_SHOWS_IT = '`app call raw` shows the answer as it came.'

/** Characters of an answer that a message shows of it. */
const SHOWN = 120

/**
 * Whether a 2xx of an endpoint can be what it documents: JSON, with its rows where they belong. Raises `api.bad-answer` when it cannot, for an answer without
 * rows would look like an empty list. Members are not checked (P5), and what a single write answers is read by nobody (INV-003).
 */
export function checkShape(endpoint: EndpointFacts, response: WireResponse, body: unknown): void {
  const place = rowsPlaceOf(endpoint)
  if (place === null && endpoint.method !== 'GET') return
  if (place === null && isObject(body)) return
  const rows = place === 'array' ? body : memberAt(body, [place ?? ''])
  if (place !== null && Array.isArray(rows)) return
  throw badAnswer(
    {
      what: `${endpoint.id} answered ${response.status}, but it`,
      suggestions: endpoint.method === 'GET' ? [RAW_SHOWS_IT] : ['Whether something was written is not known.'],
    },
    `${beginningOf(response)} instead of ${wantedOf(place)}`,
  )
}

/** How an answer begins, escaped, as the rest of a sentence. */
export function beginningOf({ body }: Pick<WireResponse, 'body'>): string {
  const text = Buffer.from(body).toString('utf8', 0, SHOWN * 4)
  if (text.trim() === '') return 'is empty'
  return `begins with ${JSON.stringify(escapeForeign(cut(text, SHOWN)))}`
}

function wantedOf(place: ReturnType<typeof rowsPlaceOf>): string {
  if (place === null) return 'a JSON object'
  return place === 'array' ? 'a JSON array' : `JSON with the list \`${place}\``
}
