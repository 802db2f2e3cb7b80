import { expect, it } from 'vitest'

import { readCaptured } from '../../../src/webhooks/captured/read-captured.ts'

const BODY = '{"eventId":"e-1","storeId":90071992547409931,"total":10.50,"name":"Ay\u015fe \'O\' \\"x\\""}'
const headers = {
  'Content-Type': 'application/json',
  'X-Service-Hmac-SHA256': 'ab'.repeat(32),
  'X-Service-Topic': 'order.created',
  'X-Service-Store': '1001',
  'X-Service-Timestamp': '1795694400',
}
const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
const AT = '2026-11-26T12:00:05.000Z'

/** As `read` shows it. */
const read = (text: string) =>
  readCaptured(Buffer.from(text)).map((one) => ({
    topic: one.headers['x-service-topic'],
    body: Buffer.from(one.body).toString('utf8'),
    at: one.at?.toISOString() ?? null,
  }))

const har = (postData: object) =>
  JSON.stringify({
    log: {
      entries: [
        { startedDateTime: AT, request: { method: 'GET', headers: [] } },
        {
          startedDateTime: AT,
          request: {
            method: 'POST',
            headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
            postData,
          },
        },
      ],
    },
  })

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const dollar = (text: string) =>
  `$'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\u015f', String.raw`\u015f`)}'`
const curlHeaders = lines.map((line) => `-H ${quoted(line)}`).join(' \\\n  ')

it.each([
  ['a HAR file', har({ text: BODY }), AT],
  ['a HAR file with a body in base64', har({ text: Buffer.from(BODY).toString('base64'), encoding: 'base64' }), AT],
  [
    'a curl command',
    `curl 'https://app.example/webhooks' -X POST \\\n  ${curlHeaders} \\\n  --data-raw ${quoted(BODY)} --compressed`,
    null,
  ],
  ['a curl command of a browser', `curl https://app.example ${curlHeaders} --data-binary=${dollar(BODY)}`, null],
  [
    'a curl command in double quotes',
    `$ curl -s ${curlHeaders} -d "${BODY.replaceAll(/["\\$]/g, String.raw`\$&`)}" -o out https://x`,
    null,
  ],
  ['a raw request', `POST /webhooks HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${BODY}`, null],
  ['a raw request that an editor has saved', `POST /webhooks HTTP/2\n${lines.join('\n')}\n\n${BODY}\n`, null],
  [
    'a raw request with Content-Length',
    `POST / HTTP/1.1\nContent-Length: ${Buffer.byteLength(BODY)}\n${lines.join('\n')}\n\n${BODY}\n\n`,
    null,
  ],
  ['a JSON log line', `${JSON.stringify({ time: AT, msg: 'in', req: { headers, body: BODY } })}\n`, AT],
  [
    'a JSON log line behind a prefix',
    `app-1 | ${JSON.stringify({ ts: 1_795_694_405, headers, rawBody: BODY })}\nnot json\n`,
    AT,
  ],
])('reads %s, with its body byte for byte', (_, text, at) => {
  expect(read(text)).toEqual([{ topic: ['order.created'], body: BODY, at }])
})

it('suggests recording a delivery if the file has only other requests', () => {
  const har = JSON.stringify({ log: { entries: [{ request: { headers: [] } }] } })

  const suggestions = ['Record a request that the platform sends to webhooks.url, with all headers.']
  expect(() => read(har)).toThrow(expect.objectContaining({ suggestions }))
})

it('reads a body that a log parsed, with every digit as written', () => {
  const line = `{"time":"${AT}","headers":${JSON.stringify(headers)},"body":{"storeId":90071992547409931,"total":10.50}}`

  expect(read(`${line}\n${line}`).map(({ body }) => body)).toEqual(
    Array(2).fill('{"storeId":90071992547409931,"total":10.50}'),
  )
})

it.each([
  ['an empty file', '', 'no readable request'],
  ['prose', 'It failed yesterday.', 'no readable request'],
  [
    'a HAR file without a delivery',
    JSON.stringify({ log: { entries: [{ request: { headers: [] } }] } }),
    'no request with X-Service-Hmac-Sha256 (requests: 1)',
  ],
  ['a curl command with a quote that is not closed', "curl -d 'x", 'The curl command has an unclosed quote'],
  [
    'a curl command with its body in a file',
    `curl ${curlHeaders} -d @secret.json https://x`,
    'reads its body from @secret.json, which is not supported',
  ],
])('rejects %s', (_, text, message) => {
  expect(() => read(text)).toThrow(message)
})
