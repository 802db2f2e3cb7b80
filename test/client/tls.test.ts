import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

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
  return serve({ key: readFileSync(key), cert: readFileSync(cert) })
}

interface Certificate {
  readonly from?: string
  readonly until?: string
  readonly name?: string
  readonly isTrusted?: boolean
}

/** A platform whose certificate another authority has signed, which this process trusts during the test or does not. */
async function signed({ from = '20250101', until = '20450101', name = 'IP:127.0.0.1', isTrusted = true }: Certificate) {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-tls-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const openssl = (...args: string[]) => spawnSync('openssl', args, { cwd: dir })
  const config = `[req]\ndistinguished_name=d\n[d]\n[root]\nbasicConstraints=critical,CA:TRUE\n[leaf]\nsubjectAltName=${name}
[ca]\ndefault_ca=own\n[own]\ndatabase=index\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n`
  for (const [file, text] of Object.entries({ config, index: '', serial: '01\n' })) writeFileSync(join(dir, file), text)
  const key = ['-config', 'config', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...key, '-extensions', 'root', '-subj', '/CN=root', '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl('req', '-new', ...key, '-subj', '/CN=leaf', '-keyout', 'key', '-out', 'csr')
  const dates = ['-startdate', `${from}000000Z`, '-enddate', `${until}000000Z`]
  const authority = ['-config', 'config', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-extensions', 'leaf']
  openssl('ca', '-batch', '-notext', ...authority, ...dates, '-in', 'csr', '-out', 'cert')
  const read = (file: string) => readFileSync(join(dir, file), 'utf8')
  if (isTrusted) {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, read('ca.pem')])
    onTestFinished(() => setDefaultCACertificates(before))
  }
  return serve({ key: read('key'), cert: read('cert') })
}

async function serve(certificate: { readonly key: string | Buffer; readonly cert: string | Buffer }) {
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
  ['expired', { from: '20200101', until: '20200201' }, 'has expired', ['Renew the certificate, or check the clock']],
  ['not valid yet', { from: '20430101' }, 'is not valid yet', ['Check the clock of this machine']],
  ['for another host name', { name: 'DNS:other.example' }, 'is for another name', ['a host name that the certificate']],
  ['of an unknown authority', { isTrusted: false }, 'unknown authority', ['NODE_EXTRA_CA_CERTS', 'mkcert -CAROOT']],
]

it.skipIf(isMissing('openssl')).each(certificates)(
  needing('openssl', 'T31 sends nothing to a server whose certificate is %s, and the advice is for that'),
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

it.skipIf(isMissing('openssl'))(
  needing('openssl', 'sends to a server whose certificate an additional authority has signed'),
  async () => {
    const { url, seen } = await signed({})
    const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })

    await send({ method: 'GET', url, headers: {} })

    expect(seen).toEqual(['/'])
  },
)

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
