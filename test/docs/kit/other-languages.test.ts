import { execFile, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { signEmbedToken, verifyEmbedToken } from '../../../src/protocol/embed-token.ts'
import { hmacSha256 } from '../../../src/protocol/hmac.ts'
import { signingKey } from '../../../src/protocol/signing-key.ts'
import { verifyWebhook, webhookHeaders } from '../../../src/protocol/webhook-signature.ts'
import vectors from '../../protocol/vectors.json' with { type: 'json' }
import { makeApp } from '../../support/app.ts'
import { exchangeBody, makeEmulator } from '../../support/emulator.ts'
import { isLong } from '../../support/machine/long-run.ts'
import { isMissing, needing, type ProgramName } from '../../support/machine/needed-programs.ts'
import { freePort } from '../../support/processes/free-port.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/kit/other-languages.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms)].map(([, language = '', file = '', code = '']) => {
  return { language, file, code }
})

interface Language {
  readonly program: ProgramName
  /** Where the blocks of the page are written, and what runs them. */
  readonly folder: string
  readonly run: readonly string[]
  /** Exits with 0 if the framework example can be parsed. */
  readonly parse: readonly string[]
}

const languages: Readonly<Record<string, Language>> = {
  python: { program: 'python', folder: '.', run: ['python3', 'run.py'], parse: ['python3', '-m', 'py_compile'] },
  php: { program: 'php', folder: '.', run: ['php', 'run.php'], parse: ['php', '-l'] },
  go: { program: 'go', folder: 'platform', run: ['go', 'run', './run.go'], parse: ['gofmt', '-e'] },
  ruby: { program: 'ruby', folder: '.', run: ['ruby', 'run.rb'], parse: ['ruby', '-c'] },
}

const secret = vectors.webhook_signing_secret
const appKey = vectors.registered_app_key
const now = vectors.now_unix
const key = signingKey(secret)

type Pairs = readonly (readonly [name: string, value: string])[]

interface WebhookCase {
  readonly secret: string
  readonly headers: Pairs
  readonly body: string
  readonly now: number
}

interface TokenCase {
  readonly secret: string
  readonly appKey: string
  readonly token: string
  readonly now: number
}

/** A delivery with a correct signature, changed afterwards. */
function delivery(change: (headers: Pairs) => Pairs = (headers) => headers, age = 0, body = '{"eventId":"evt_1"}') {
  const bytes = Buffer.from(body, 'latin1')
  const signed = { key, topic: 'order.created', storeId: '1001', timestamp: now - age, body: bytes }
  const headers = change(Object.entries(webhookHeaders(signed)))
  return { secret, headers, body: bytes.toString('base64'), now } satisfies WebhookCase
}

const without = (name: string) => (headers: Pairs) => headers.filter(([each]) => each !== name)
const twice = (name: string) => (headers: Pairs) => [...headers, ...headers.filter(([each]) => each === name)]
const instead = (name: string, value: (before: string) => string) => (headers: Pairs) =>
  headers.map(([each, before]) => [each, each === name ? value(before) : before] as const)

const names = ['X-Service-Hmac-Sha256', 'X-Service-Topic', 'X-Service-Store', 'X-Service-Timestamp'] as const
const [signatureName, topicName, storeName, timestampName] = names

const deliveries: readonly WebhookCase[] = [
  ...vectors.webhook.map((one) => ({
    secret,
    headers: Object.entries(one.headers),
    body: one.body_base64,
    now: one.now,
  })),
  ...[300, 301, -300, -301].map((age) => delivery(undefined, age)),
  delivery(undefined, 0, '\xff\xfe\x00 no UTF-8'),
  delivery(undefined, 0, ''),
  delivery((headers) => headers.map(([name, value]) => [name.toLowerCase(), value])),
  ...names.flatMap((name) => [
    delivery(without(name)),
    delivery(twice(name)),
    delivery(instead(name, () => '')),
    delivery(instead(name, (value) => `${value}\n`)),
    delivery(instead(name, (value) => `${value},${value}`)),
  ]),
  delivery(instead(signatureName, (value) => value.toUpperCase())),
  delivery(instead(signatureName, (value) => value.slice(1))),
  delivery(instead(signatureName, () => '0'.repeat(64))),
  delivery(instead(topicName, () => 'order.päid')),
  delivery(instead(storeName, () => 'acme-tr')),
  delivery(instead(storeName, () => '٣')),
  delivery(instead(timestampName, () => `0${now}`)),
  delivery(instead(timestampName, () => `${now}000`)),
]

/** What the platform's own function returns, with the one reason that the page has and it has not. */
function expectedReason(one: WebhookCase): string | null {
  const headers: Record<string, string[]> = {}
  for (const [name, value] of one.headers) (headers[name] ??= []).push(value)
  const body = Buffer.from(one.body, 'base64')
  const verdict = verifyWebhook({ key, headers, body, now: new Date(one.now * 1000) })
  if (verdict.ok) return null
  const topic = one.headers.find(([name]) => name === topicName)?.[1] ?? ''
  return verdict.reason === 'signature-mismatch' && !/^[!-~]+$/.test(topic) ? 'topic-malformed' : verdict.reason
}

const payload = { V: 1, AppKey: appKey, StoreId: 1001, RegionId: 7, StoreCode: 'acme-tr', Iat: now, Exp: now + 120 }

function signedText(json: string): TokenCase {
  const text = Buffer.from(json).toString('base64url')
  const signature = hmacSha256(key, [`service-embed-v1\n${text}`]).toString('hex')
  return { secret, appKey, token: `${text}.${signature}`, now }
}

const signed = (change: Readonly<Record<string, unknown>>) => signedText(JSON.stringify({ ...payload, ...change }))
const token = signEmbedToken({ key, payload: { ...payload, V: 1, Scope: 'region' } })

const tokens: readonly TokenCase[] = [
  ...vectors.embed.map((one) => ({
    secret: one.secret_configured ? secret : '',
    appKey: one.registered_app_key,
    token: one.token,
    now: one.now,
  })),
  ...[
    '',
    ' \t',
    '.',
    'a.',
    '.a',
    'a.b',
    `${token}.`,
    `${token}0`,
    `é${token}`,
    `${token}é`,
    token.replace('.', ' .'),
  ].map((text) => ({ secret, appKey, token: text, now })),
  { secret: '', appKey, token, now },
  { secret: '', appKey, token: '', now },
  { secret: 'another', appKey, token, now },
  { secret, appKey: appKey.toUpperCase(), token, now },
  ...[
    { V: 2 },
    { V: '1' },
    { V: true },
    { V: undefined },
    { StoreId: 0 },
    { StoreId: -1 },
    { StoreId: '1001' },
    { StoreId: 1001.5 },
    { StoreId: null },
    { StoreId: 2 ** 32 },
    { RegionId: null },
    { RegionId: undefined },
    { RegionId: '7' },
    { Scope: 'store' },
    { Scope: 'shop' },
    { Scope: 7 },
    { Scope: null },
    { Iat: undefined },
    { Exp: null },
    { AppKey: 'app.acme.other' },
    { AppKey: null },
    { Added: { later: [1, 'é', null] } },
    { Exp: now - 60 },
    { Exp: now - 61 },
    { Iat: now + 60 },
    { Iat: now + 61 },
    { V: 2, AppKey: 'app.acme.other' },
    { AppKey: 'app.acme.other', Exp: now - 999 },
  ].map(signed),
  ...['[]', 'null', '7', '"text"', '{', '', '[{}]'].map(signedText),
  signedText(JSON.stringify(payload).toLowerCase()),
]

function expectedClaims({ secret: text, appKey: registered, token: given, now: seconds }: TokenCase): unknown {
  const usedKey = text === '' ? null : signingKey(text)
  const verdict = verifyEmbedToken({ token: given, key: usedKey, appKey: registered, now: new Date(seconds * 1000) })
  return verdict.ok ? [verdict.storeId, verdict.regionId, verdict.scope] : verdict.reason
}

interface Ran {
  readonly webhooks: readonly unknown[]
  readonly tokens: readonly unknown[]
  readonly installs: readonly unknown[]
}

/** A folder with the blocks of one language as files, next to the program that calls them. */
function filesOf(language: string, folder: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-language-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const block of blocks.filter((one) => one.language === language)) {
    const isExample = !/^(?:verify|call)\./.test(block.file)
    const path = join(dir, isExample ? 'example' : folder, block.file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, block.code)
  }
  if (language === 'go') writeFileSync(join(dir, 'go.mod'), 'module example.com/app\n\ngo 1.19\n')
  return dir
}

function start([file = '', ...argv]: readonly string[], cwd: string, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(file, argv, { cwd, maxBuffer: 1 << 24 }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    )
    child.stdin?.end(input)
  })
}

/** The emulator behind a real port, with an app of a region and one of a whole store whose codes wait for their exchange. */
async function waitingInstalls() {
  const emulator = makeEmulator()
  const { port } = await makeApp(({ method, target, headers, body }, response) => {
    const init = { method, headers: headers as Record<string, string>, ...(method === 'POST' && { body }) }
    const request = new Request(emulator.urls.api + target, init)
    void emulator.emulator.fetch(request).then(async (answer) => {
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
    })
  })
  const waiting = async (scope: 'region' | 'store') => {
    const app = await emulator.registerApp({ appKey: `app.acme.${scope}`, install_scope: scope })
    const store = await emulator.openStore({ appKey: app.appKey })
    const body = exchangeBody(app, await emulator.approve({ app, store }))
    const regionId = String(store.store.regions[0]?.id)
    return { baseUrl: `http://127.0.0.1:${port}`, ...body, regionId, storeId: store.store.id, scope }
  }
  return [await waiting('region'), await waiting('store')]
}

/** A short run starts Python only: Go compiles for seconds. */
const chosen = Object.entries(languages).filter(([name]) => name === 'python' || isLong)

describe.each(chosen)('the %s code of docs/kit/other-languages.md', (language, how) => {
  const isSkipped = isMissing(how.program)

  it.skipIf(isSkipped)(
    needing(
      how.program,
      'verifies webhooks and tokens, and calls the platform (HOOK-009 HOOK-015 EMB-072 EMB-098 EXCH-003)',
    ),
    async () => {
      const dir = filesOf(language, how.folder)
      const runner = how.run.at(-1) ?? ''
      copyFileSync(join(import.meta.dirname, 'runners', runner), join(dir, runner))
      const installs = await waitingInstalls()
      const withoutSecret = { ...delivery(), secret: '' }

      const output = await start(
        how.run,
        dir,
        JSON.stringify({ webhooks: [...deliveries, withoutSecret], tokens, installs }),
      )

      const ran = JSON.parse(output) as Ran
      expect(ran.webhooks).toEqual([...deliveries.map(expectedReason), 'secret-missing'])
      expect(ran.tokens).toEqual(tokens.map(expectedClaims))
      expect(ran.installs).toEqual(
        installs.map(({ storeId, regionId, scope }) => [
          storeId,
          scope === 'store' ? null : Number(regionId),
          expect.any(Number),
        ]),
      )
    },
  )

  it.skipIf(isSkipped)(needing(how.program, 'has a framework example without syntax errors'), async () => {
    const dir = filesOf(language, how.folder)
    const { file } = blocks.filter((one) => one.language === language).at(-1) ?? { file: '' }

    await expect(start([...how.parse, file], join(dir, 'example'))).resolves.toBeTypeOf('string')
  })
})

it.skipIf(isMissing('python'))(
  needing('python', 'the server of the Python standard library accepts a genuine delivery only'),
  async () => {
    const dir = filesOf('python', '.')
    const port = await freePort()
    const env = { ...process.env, PORT: String(port), SVCAPP_SIGNING_SECRET: secret, PYTHONPATH: dir }
    const server = spawn('python3', [join(dir, 'example/server.py')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void server.kill())
    let printed = ''
    server.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
    const body = Buffer.from('{"eventId":"evt_1"}')
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = webhookHeaders({ key, topic: 'order.paid', storeId: '1001', timestamp, body })
    const send = async (path: string, sent: Buffer<ArrayBuffer>) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: sent })).status

    await expect.poll(() => send('/other', body).catch(() => 0)).toBe(404)
    expect(await send('/webhooks', body)).toBe(204)
    expect(await send('/webhooks', Buffer.from('{"eventId":"evt_2"}'))).toBe(401)
    // Python may write the line and its end separately.
    await expect.poll(() => printed).toBe("{'eventId': 'evt_1'}\n")
  },
)

it('tests every documented reason, and an accepted webhook and token', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/your-own-app.md'), 'utf8')
  const table = guide.split('\n').find((line) => line.startsWith('| reasons'))
  const documented = [...(table ?? '').matchAll(/`([\w-]+)`/g)].map(([, reason]) => reason)
  const expected = [...deliveries.map(expectedReason), ...tokens.map(expectedClaims)]

  expect(documented).toHaveLength(17)
  expect([...expected, 'secret-missing']).toEqual(expect.arrayContaining(documented))
  expect(expected.filter((one) => one === null).length).toBeGreaterThan(3)
  expect(expected.filter((one) => Array.isArray(one)).length).toBeGreaterThan(5)
})

it('the page has every function and a framework example for each language', () => {
  const files = Object.groupBy(blocks, ({ language }) => language)

  expect(
    Object.fromEntries(Object.entries(files).map(([name, list]) => [name, list?.map(({ file }) => file)])),
  ).toEqual({
    python: ['verify.py', 'call.py', 'server.py', 'app.py'],
    php: ['verify.php', 'call.php', 'routes.php'],
    go: ['verify.go', 'call.go', 'main.go'],
    ruby: ['verify.rb', 'call.rb', 'config.ru'],
    java: ['PlatformSignatures.java', 'PlatformController.java'],
    csharp: ['PlatformSignatures.cs', 'Program.cs'],
  })
  expect(page.match(/^```\w/gm)).toHaveLength(blocks.length)
})
