import type { EndpointFacts } from '../catalog/endpoint.ts'
import { rowsLocation } from '../catalog/rows-location.ts'
import { AppError } from '../errors.ts'
import { utf8 } from '../http/utf8.ts'
import type { WireResponse } from '../http/wire.ts'
import { cut } from '../text/cut.ts'
import { escapeForeign } from '../text/escape.ts'
import { jsonFault } from '../text/json-fault.ts'
import { isObject, parseJson } from '../text/json.ts'
import { memberAt } from '../text/paths.ts'
import { plainWord } from '../text/shell.ts'
import { badAnswer } from './check-answer.ts'
import { isPage } from './intercepted.ts'

/** Advice for a response that cannot be read. `app call raw` requests the context first, so it cannot show that response (installation-context.ts). */
const RAW = 'To see the unchanged response, run `app call raw '

/** Returns whether a suggestion is this advice. */
export function isRawCall(suggestion: unknown): boolean {
  return typeof suggestion === 'string' && suggestion.startsWith(RAW)
}

/** Request that the response belongs to, for repeating it. */
export interface AskedAt {
  /** Below `/api/apps/v1`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly region: string | undefined
}

/** Number of characters of a response that a message shows. */
const SHOWN = 120

/**
 * Checks that a 2xx can be what the endpoint documents: JSON, with its rows where they belong.
 * Raises `api.bad-response` if not, because a response without rows would look like an empty list.
 * Members are not checked (P5). The response of a single write is not read (INV-003), but a web
 * page never comes from the platform.
 */
export function checkShape(endpoint: EndpointFacts, response: WireResponse, body: unknown, asked: AskedAt): void {
  const place = rowsLocation(endpoint)
  if (place === null && endpoint.method !== 'GET' && !isPage(response)) return
  if (place === null && isObject(body)) return
  const rows = place === 'array' ? body : memberAt(body, [place ?? ''])
  if (place !== null && Array.isArray(rows) && !rows.includes(null)) return
  throw unusable(endpoint, response, expectedShape(place), asked)
}

function unusable({ id, method }: EndpointFacts, response: WireResponse, wanted: string, asked: AskedAt): AppError {
  const isRead = method === 'GET'
  const what = `${id} returned ${response.status}, but`
  if (isTruncated(response)) return truncated(`${what} the response`, response, isRead ? [] : [WRITE_UNKNOWN])
  const page = isPage(response) ? [SIGN_IN_PAGE] : []
  return badAnswer(
    { what: `${what} the response`, suggestions: [...page, isRead ? rawShows(asked) : WRITE_UNKNOWN] },
    `${readBeginning(response)} instead of ${wanted}`,
  )
}

function rawShows({ path, query, region }: AskedAt): string {
  const flags = [...query].map(([name, value]) => ['--query', `${name}=${value}`])
  const words = ['GET', path, ...flags.flat(), ...(region === undefined ? [] : ['--region', region])]
  return `${RAW}${words.map((word) => plainWord(word)).join(' ')}\`.`
}

const WRITE_UNKNOWN = 'The write may have completed. Check before you retry.'

const SIGN_IN_PAGE =
  "The response is a web page, perhaps your proxy's or network's sign-in page. If so, sign in there in a browser first. The token is probably valid, so do not reinstall the app."

/** Returns whether a response is truncated JSON: its HTTP message is complete, but its value is not. */
export function isTruncated({ body }: Pick<WireResponse, 'body'>): boolean {
  const text = utf8(body).trimEnd()
  // `parseJson` also rejects JSON that is nested too deeply for the scan.
  const parsed = parseJson(text)
  return !parsed.ok && parsed.reason === 'malformed' && /^\s*[{[]/.test(text) && jsonFault(text) === text.length
}

function truncated(what: string, { body }: Pick<WireResponse, 'body'>, suggestions: readonly string[]): AppError {
  return new AppError('api.bad-response', `${what} is truncated after ${body.byteLength} bytes.`, {
    suggestions: [...suggestions, 'Try again. If the response is truncated again, a proxy may be the cause.'],
    details: { truncatedAfterBytes: body.byteLength },
  })
}

/** Returns the escaped beginning of a response as the end of a sentence. */
export function readBeginning({ body }: Pick<WireResponse, 'body'>): string {
  const text = utf8(body.subarray(0, SHOWN * 4))
  if (text.trim() === '') return 'is empty'
  return `begins with ${JSON.stringify(escapeForeign(cut(text, SHOWN)))}`
}

function expectedShape(place: ReturnType<typeof rowsLocation>): string {
  if (place === null) return 'a JSON object'
  return place === 'array' ? 'a JSON array' : `JSON with the array \`${place}\``
}
