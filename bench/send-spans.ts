import { randomBytes } from 'node:crypto'
import { request, type Agent } from 'node:http'

import { OTLP_PATH, OTLP_TOKEN_HEADER } from '../src/gateway/otlp/receiver.ts'

export const TOKEN = 'bench-token'

/** Number of spans that the app sends per delivery. */
export const SPANS = 4

export function randomHex(bytes: 8 | 16): string {
  return randomBytes(bytes).toString('hex')
}

/** Sends the spans as an exporter would. Throws if they are rejected. */
export async function sendSpans(agent: Agent, port: number): Promise<void> {
  const startTimeUnixNano = `${Date.now()}000000`
  const spans = Array.from({ length: SPANS }, () => ({
    traceId: randomHex(16),
    spanId: randomHex(8),
    name: 'GET /orders/{id}',
    kind: 3,
    startTimeUnixNano,
    endTimeUnixNano: startTimeUnixNano,
    attributes: [{ key: 'http.request.method', value: { stringValue: 'GET' } }],
  }))
  const body = Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, [OTLP_TOKEN_HEADER]: TOKEN }
  const path = `${OTLP_PATH}/v1/traces`
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body)
  })
  if (status !== 200) throw new Error(`Spans were answered with ${status}.`)
}
