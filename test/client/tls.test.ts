import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { startOutbound } from '../../src/gateway/outbound.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { issueCertificate, type Issued } from '../support/live/issue-certificate.ts'

/** A platform whose certificate nobody has signed but itself, and the targets of the requests that got through to it. */
function selfSigned() {
  return serve(issueCertificate({ name: 'localhost', hosts: ['localhost', '127.0.0.1'] }))
}

interface Certificate {
  readonly from?: Date
  readonly until?: Date
  readonly host?: string
  readonly isTrusted?: boolean
}

/** A platform whose certificate another authority has signed, which this process trusts during the test or does not. */
function signed({ host = '127.0.0.1', isTrusted = true, ...validity }: Certificate) {
  const authority = { name: 'root', ...issueCertificate({ name: 'root' }) }
  if (isTrusted) {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, authority.cert])
    onTestFinished(() => setDefaultCACertificates(before))
  }
  return serve(issueCertificate({ name: 'leaf', hosts: [host], issuer: authority, ...validity }))
}

async function serve(certificate: Issued) {
  const seen: (string | undefined)[] = []
  const server = createServer(certificate, (request, response) => {
    seen.push(request.url)
    response.end('{}')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { url: new URL(`https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`), seen }
}

const certificates: readonly (readonly [string, Certificate, string, readonly string[]])[] = [
  [
    'expired',
    { from: new Date('2020-01-01'), until: new Date('2020-02-01') },
    'has expired',
    ["Renew the certificate, or check this machine's clock"],
  ],
  [
    'not valid yet',
    { from: new Date('2043-01-01'), until: new Date('2051-01-01') },
    'is not valid yet',
    ["Check this machine's clock"],
  ],
  [
    'for another host name',
    { host: 'other.example' },
    'is for another host name',
    ['a host name that the certificate'],
  ],
  ['of an unknown authority', { isTrusted: false }, 'unknown authority', ['NODE_EXTRA_CA_CERTS', 'mkcert -CAROOT']],
]

it.each(certificates)(
  'sends nothing to a server whose certificate is %s, and suggests a fix for that problem (T31)',
  async (_, certificate, words, advice) => {
    const { url, seen } = await signed(certificate)
    const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })

    const attempt = send({ method: 'POST', url, headers: { Authorization: 'Bearer x' }, body: '{}' })

    await expect(attempt).rejects.toMatchObject({
      code: 'net.unreachable',
      message: expect.stringContaining(words),
      suggestions: advice.map((text) => expect.stringContaining(text) as string),
      details: { sent: false },
    })
    expect(seen).toEqual([])
  },
)

it('sends to a server whose certificate is signed by an additional authority', async () => {
  const { url, seen } = await signed({})
  const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })

  await send({ method: 'GET', url, headers: {} })

  expect(seen).toEqual(['/'])
})

it('sends no request to a server whose certificate is not signed by a known authority (T31)', async () => {
  const { url, seen } = await selfSigned()
  const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })

  const attempt = send({ method: 'POST', url, headers: { Authorization: 'Bearer x' }, body: '{}' })

  await expect(attempt).rejects.toMatchObject({
    code: 'net.unreachable',
    message: expect.stringContaining('self-signed'),
    suggestions: [expect.stringContaining('NODE_EXTRA_CA_CERTS'), expect.stringContaining('mkcert -CAROOT')],
    details: { sent: false },
  })
  expect(seen).toEqual([])
})

it('outbound requests check certificates regardless of the environment (T31)', async () => {
  const { url, seen } = await selfSigned()
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  onTestFinished(() => {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
  })
  const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  const outbound = await startOutbound({
    port: 0,
    baseUrl: url,
    journal,
    now: () => new Date(),
    clock: () => performance.now(),
    onCall: () => {},
    onExchange: async () => {},
    clientId: () => 'cli_1',
    endpoints: [],
  })
  onTestFinished(async () => {
    await outbound.close()
    journal.close()
  })

  const answer = await fetch(`${outbound.url}/api/apps/v1/orders`, { headers: { Authorization: 'Bearer x' } })

  expect(answer.status).toBe(502)
  expect(seen).toEqual([])
})
