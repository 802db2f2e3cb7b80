import type { Operation, Parameter } from './document.ts'
import { hostileValue, pickSeen, valueFor, type Source } from './values.ts'

export interface FuzzRequest {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: RequestInit['body']
}

interface Making {
  readonly base: string
  readonly token: string
  readonly regionIds: readonly number[]
  readonly source: Source
}

/** A request for an operation: half of them as they should be, half with something wrong somewhere. */
export function requestFor(operation: Operation, making: Making): FuzzRequest {
  const { source, base, token } = making
  const { random } = source
  const oneIn = random.below(2) === 0 ? 0 : 2 + random.below(8)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(operation, { name, source, oneIn }))
  const { headers: pin, query: pinQuery } = pinOf(operation, making, oneIn > 0)
  const query = [...queryOf(operation, source, oneIn), ...pinQuery].join('&')
  const body = bodyOf(operation, source, oneIn)
  return {
    url: `${base}${path}${query === '' ? '' : `?${query}`}`,
    method: operation.method,
    headers: { ...authorization(token, source, oneIn), ...pin, ...body.headers },
    body: body.body,
  }
}

function authorization(token: string, { random }: Source, oneIn: number): Record<string, string> {
  if (oneIn === 0 || random.below(60) > 0) return { Authorization: `Bearer ${token}` }
  return random.pick<Record<string, string>>([
    {},
    { Authorization: token },
    { Authorization: `bearer ${token}` },
    { Authorization: `Bearer ${token}x` },
    { Authorization: `Bearer ${'x'.repeat(9000)}` },
    { Authorization: 'Basic Og==' },
  ])
}

const junkSegments = [
  '%',
  '%ZZ',
  '%00',
  '%ff',
  '%2e%2e',
  '.',
  '..',
  '..%2f..',
  '-1',
  '1e3',
  '0x1',
  '%201',
  '99999999999999999999',
  '9007199254740993',
  '0',
  'a',
  "'--",
  '%f0%9f%98%80',
  ';a=b',
  'x'.repeat(3000),
  '*',
  '%5c',
  '//',
] as const

function segment(
  operation: Operation,
  { name, source, oneIn }: { name: string; source: Source; oneIn: number },
): string {
  const { random, pool } = source
  if (oneIn > 0 && random.below(4) === 0) return random.pick(junkSegments)
  const [, resource = ''] = /\/(\w[\w-]*)\/\{/.exec(operation.path) ?? []
  // `/orders/{id}`: an id that an answer about orders held is better than any other.
  const seen = pool.get(`${resource}.${name}`) ?? pool.get(name) ?? []
  const known = pickSeen(seen, random)
  if (known !== undefined && random.below(4) > 0) return encodeURIComponent(textOf(known))
  const { schema = {} } = operation.parameters.find((parameter) => parameter.name === name) ?? {}
  return encodeURIComponent(textOf(valueFor(schema, { name, source, oneIn: 0 })))
}

function queryOf(operation: Operation, source: Source, oneIn: number): string[] {
  const { random } = source
  const own = operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.name !== 'regionId')
    .filter(({ required }) => required === true || random.below(2) === 0)
    .flatMap((parameter) => {
      const pair = queryPair(parameter, source, oneIn)
      return oneIn > 0 && random.below(15) === 0 ? [pair, queryPair(parameter, source, oneIn)] : [pair]
    })
  const junk =
    oneIn > 0 && random.below(10) === 0
      ? [random.pick(['%', '%ZZ=%ZZ', '&&==&', 'unknown=1', '__proto__=1', 'page[]=1', 'a=%00', 'x'.repeat(5000)])]
      : []
  return [...own, ...junk]
}

function queryPair({ name, schema }: Parameter, source: Source, oneIn: number): string {
  const value = valueFor(schema, { name, source, oneIn })
  const text = textOf(value)
  return `${name}=${encodeURIComponent(text.toWellFormed()).slice(0, 20_000)}`
}

/** As a path or query holds it: text as it is, anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function pinOf({ parameters }: Operation, { source: { random }, regionIds }: Making, isHostile: boolean) {
  const region = String(regionIds[random.below(regionIds.length)] ?? 1)
  const isRead = parameters.some(({ name }) => name === 'X-Region-Id')
  if (!isRead && random.below(4) > 0) return { headers: {}, query: [] }
  if (!isHostile || random.below(5) > 0) {
    return random.below(5) > 0
      ? { headers: { 'X-Region-Id': region }, query: [] }
      : { headers: {}, query: [`regionId=${region}`] }
  }
  const junk = random.pick(['', '0', '-1', '01', '1e3', '999999', 'tr', '1,2', ' ', '9'.repeat(400), 'null'])
  return random.pick<{ headers: Record<string, string>; query: string[] }>([
    { headers: {}, query: [] },
    { headers: { 'X-Region-Id': junk }, query: [] },
    { headers: {}, query: [`regionId=${encodeURIComponent(junk)}`] },
    { headers: { 'X-Region-Id': region }, query: ['regionId=1', 'regionId=2'] },
    { headers: {}, query: ['regionId=%ZZ', 'regionId'] },
  ])
}

interface SentBody {
  readonly headers: Record<string, string>
  readonly body: RequestInit['body']
}

function bodyOf({ body, method }: Operation, source: Source, oneIn: number): SentBody {
  const { random } = source
  if (body === null) {
    const isSent = oneIn > 0 && method !== 'GET' && random.below(10) === 0
    return isSent ? junkBody(source, 'application/json') : { headers: {}, body: undefined }
  }
  if (oneIn > 0 && random.below(5) === 0) return junkBody(source, body.type)
  if (body.type === 'multipart/form-data') return multipart(source, oneIn)
  const value =
    random.below(100) < 97 || oneIn === 0
      ? valueFor(body.schema, { name: '', source, oneIn: oneIn === 0 ? 0 : oneIn + 3 })
      : hostileValue(source)
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) }
}

const junkTexts: readonly [string, ...string[]] = [
  '',
  '{',
  '[',
  '{"a":1,}',
  '{"a":1}}',
  'null',
  '""',
  '0',
  '[]',
  '{}',
  '\ufeff{}',
  '{"a":NaN}',
  "{'a':1}",
  '{"a":1,"a":2}',
  '{"\\u0000":1}',
  '[1e999]',
  'undefined',
  '<xml/>',
  'a=b&c=d',
  '['.repeat(100_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `"${'\\ud800'.repeat(1000)}"`,
]

const junkTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/jsonx',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  ';;;',
  'x',
] as const

function junkBody({ random }: Source, type: string): SentBody {
  const sentType = random.below(2) === 0 ? type : random.pick(junkTypes)
  const bytes =
    random.below(6) === 0
      ? Buffer.from([0xff, 0xfe, 0xc3, 0x28, random.below(256)])
      : Buffer.from(random.pick(junkTexts))
  return { headers: random.below(10) === 0 ? {} : { 'Content-Type': sentType }, body: bytes }
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const parts: readonly [string, ...string[]] = [
  '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="../../a.html"\r\nContent-Type: text/html\r\n\r\n<script>\r\n--x--\r\n',
  '--x\r\nContent-Type: image/png\r\n\r\n\r\n--x--\r\n',
  '--x\r\n\r\n--x--\r\n',
  '--x--\r\n',
  '--y\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n--y--',
  `--x\r\n${'A: b\r\n'.repeat(5000)}\r\n--x--`,
  '--x\r\nContent-Disposition: form-data; name="file"; filename="\u0000"\r\nContent-Type: image/png\r\n\r\n\r\n--x\r\n',
]

function multipart({ random }: Source, oneIn: number): SentBody {
  if (oneIn > 0 && random.below(2) === 0) {
    return {
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: Buffer.from(random.pick(parts), 'latin1'),
    }
  }
  const form = new FormData()
  const type =
    oneIn === 0
      ? 'image/png'
      : random.pick(['image/png', 'image/svg+xml', 'text/html', '', 'image/png; a=b', 'image/jpeg'])
  const size = oneIn > 0 && random.below(30) === 0 ? 8 * 1024 * 1024 + 1 : 0
  const file = new Blob([png, Buffer.alloc(size), String(random.below(9))], { type })
  form.append(
    oneIn > 0 && random.below(5) === 0 ? 'files' : 'file',
    file,
    random.pick(['a.png', '../a.png', 'a\u0000.png', '', 'ü.png']),
  )
  if (oneIn > 0 && random.below(5) === 0) form.append('file', 'again')
  return { headers: {}, body: form }
}
