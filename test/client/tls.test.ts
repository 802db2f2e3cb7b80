import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { startOutbound } from '../../src/gateway/outbound.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { isMissing, needing } from '../support/machine/needed-programs.ts'

/** A platform whose certificate nobody has signed but itself, and the targets of the requests that got through to it. */
async function selfSigned() {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-tls-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  spawnSync('openssl', ['req', '-x509', ...curve, ...name, '-keyout', key, '-out', cert])
  const seen: (string | undefined)[] = []
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    seen.push(request.url)
    response.end('{}')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { url: new URL(`https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`), seen }
}

it.skipIf(isMissing('openssl'))(
  needing('openssl', 'T31 sends nothing to a server whose certificate no authority has signed'),
  async () => {
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
  },
)

it.skipIf(isMissing('openssl'))(
  needing('openssl', 'T31 the outbound side checks certificates whatever the environment says'),
  async () => {
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
  },
)
