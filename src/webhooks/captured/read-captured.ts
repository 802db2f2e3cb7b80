import { Buffer } from 'node:buffer'

import { AppError } from '../../errors.ts'
import { webhookHeaderNames } from '../../protocol/webhook-signature.ts'
import { isObject, parseJsonAsWritten, type JsonObject } from '../../text/json.ts'
import { parseInstant } from '../../text/time/instant.ts'
import { readHeaders } from '../verify/read-headers.ts'
import type { CapturedRequest } from './captured-request.ts'
import { readCurl } from './read-curl.ts'

const FORMATS =
  'Use a HAR file, a curl command, a raw HTTP request (request line, headers, blank line, body), or JSON log lines with headers and body.'
const RECORD = 'Record a request that the platform sends to webhooks.url, with all headers.'

/**
 * Reads the webhook deliveries in a HAR file, a curl command, a raw HTTP request or JSON log lines.
 * Skips other requests. Raises `usage.invalid` if there is none.
 */
export function readCaptured(bytes: Uint8Array): CapturedRequest[] {
  const requests = readRequests(bytes)
  const deliveries = requests.filter(({ headers }) => headers[webhookHeaderNames.signature.toLowerCase()] !== undefined)
  if (deliveries.length > 0) return deliveries
  const [found, advice] =
    requests.length === 0
      ? ['no readable request', FORMATS]
      : [`no request with ${webhookHeaderNames.signature} (requests: ${requests.length})`, RECORD]
  throw new AppError('usage.invalid', `The file has ${found}. Nothing was sent.`, { suggestions: [advice] })
}

function readRequests(bytes: Uint8Array): CapturedRequest[] {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  if (/^\s*(?:\$ )?curl\s/.test(text)) return [readCurl(text)]
  if (/^\s*[A-Z]+ \S+ HTTP\/[\d.]+\r?\n/.test(text)) return [fromHttp(Buffer.from(bytes))]
  const whole = parseJsonAsWritten(text)
  if (whole.ok && isObject(whole.value) && isObject(whole.value['log'])) return fromHar(whole.value['log'])
  const values = whole.ok ? [whole.value].flat() : text.split(/\r?\n/).flatMap(lineValue)
  return values.filter(isObject).flatMap(fromLog)
}

function lineValue(line: string): unknown[] {
  const parsed = parseJsonAsWritten(line.slice(Math.max(0, line.indexOf('{'))))
  return parsed.ok ? [parsed.value] : []
}

/** Content-Length ends the body, because editors add a line feed. */
function fromHttp(bytes: Buffer): CapturedRequest {
  const text = bytes.toString('latin1')
  const start = text.length - text.trimStart().length
  const end = /\r?\n\r?\n/.exec(text.slice(start))
  const head = end === null ? text.slice(start) : text.slice(start, start + end.index)
  const headers = readHeaders(head.replace(/^.*\r?\n/, ''))
  const rest = end === null ? Buffer.alloc(0) : bytes.subarray(start + end.index + end[0].length)
  const length = headers['content-length']?.[0]
  return { headers, body: length === undefined ? withoutLastBreak(rest) : rest.subarray(0, Number(length)), at: null }
}

function withoutLastBreak(body: Buffer): Buffer {
  return body.at(-1) === 0x0a ? body.subarray(0, body.at(-2) === 0x0d ? -2 : -1) : body
}

/** Reads HAR 1.2: `log.entries[].request`. */
function fromHar({ entries }: JsonObject): CapturedRequest[] {
  return list(entries).flatMap(({ request, startedDateTime }) => {
    if (!isObject(request)) return []
    const headers: Record<string, string[]> = {}
    for (const { name, value } of list(request['headers']))
      (headers[String(name).toLowerCase()] ??= []).push(String(value))
    const { text = '', encoding } = isObject(request['postData']) ? request['postData'] : {}
    return [
      {
        headers,
        body: Buffer.from(String(text), encoding === 'base64' ? 'base64' : 'utf8'),
        at: timeOf(startedDateTime),
      },
    ]
  })
}

/** Reads headers and body of one log line, at its top level or in `request` or `req`. */
function fromLog(line: JsonObject): CapturedRequest[] {
  const request = [line['request'], line['req'], line].find((one) => isObject(one) && one['headers'] !== undefined)
  if (!isObject(request)) return []
  const body = request['rawBody'] ?? request['body'] ?? line['rawBody'] ?? line['body'] ?? line['payload'] ?? ''
  const at = [line['time'], line['timestamp'], line['@timestamp'], line['at'], line['ts']]
    .map(timeOf)
    .find((one) => one !== null)
  const headers = readHeaders(JSON.stringify(request['headers']))
  return [{ headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), at: at ?? null }]
}

/** Parses ISO-8601, Unix seconds or Unix ms. */
function timeOf(value: unknown): Date | null {
  if (typeof value === 'string') return parseInstant(value)
  return typeof value === 'number' ? new Date(value < 1e11 ? value * 1000 : value) : null
}

function list(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
