import { request } from 'node:http'

import { describe, expect, it } from 'vitest'

import { approveInBrowser } from '../support/manager.ts'
import { usePlatform, type OpenProject } from '../support/platform.ts'

const platform = usePlatform()

interface Answer {
  readonly status: number
  readonly type: string
  readonly retryAfter: string | undefined
  readonly body: string
}

/** One POST of the exchange; the platform counts them by address, of which loopback has many. */
function exchange(body: unknown, localAddress: string): Promise<Answer> {
  const text = JSON.stringify(body)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  const outgoing = request(`${platform().urls.api}/api/apps/oauth/token`, { method: 'POST', headers, localAddress })
  outgoing.on('error', reject)
  outgoing.on('response', (incoming) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk))
    incoming.on('end', () => {
      const { statusCode = 0, headers: given } = incoming
      const type = given['content-type'] ?? ''
      resolve({ status: statusCode, type, retryAfter: given['retry-after'], body: Buffer.concat(chunks).toString() })
    })
  })
  outgoing.end(text)
  return promise
}

function withCode({ secrets }: OpenProject, code: string) {
  return { clientId: secrets.client_id, clientSecret: secrets.client_secret, code }
}

describe('the exchange over HTTP', () => {
  it('fifty parallel exchanges of one code get one 200 and forty-nine identical 401 responses (INST-053 INST-054 EXCH-045 EXCH-049)', async () => {
    const project = await platform().openProject()
    const code = (await approveInBrowser(platform(), project)).searchParams.get('code') ?? ''
    expect(code).toMatch(/^[0-9a-f]{64}$/)

    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => exchange(withCode(project, code), `127.0.1.${1 + (at % 2)}`)),
    )

    const won = answers.filter(({ status }) => status === 200)
    const lost = answers.filter(({ status }) => status === 401)
    expect([won.length, lost.length]).toEqual([1, 49])
    expect(new Set(lost.map(({ type, body }) => `${type}\n${body}`)).size).toBe(1)
    expect(lost[0]?.body).toBe('{"success":false,"message":"Invalid client credentials or code."}')
    const { access_token: token } = JSON.parse(won[0]?.body ?? '{}') as { access_token: string }
    const headers = { Authorization: `Bearer ${token}` }
    expect((await fetch(`${platform().urls.api}/api/apps/v1/context`, { headers })).status).toBe(200)
  })

  it('the thirty-first exchange per minute from one address gets 429 with Retry-After, also in parallel (EXCH-015 EXCH-017)', async () => {
    const project = await platform().openProject()

    const answers = await Promise.all(
      Array.from({ length: 31 }, async () => exchange(withCode(project, 'f'.repeat(64)), '127.0.2.1')),
    )

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
    expect(Number(answers.find(({ status }) => status === 429)?.retryAfter)).toBeGreaterThan(0)
  })
})
