import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { rolldown } from 'rolldown'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import vectors from '../protocol/vectors.json' with { type: 'json' }
import { scaffoldWithPackages } from '../support/dev/scaffolded.ts'
import { isLong } from '../support/machine/long-run.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** As much of miniflare, which runs workerd, as is asked of it. */
interface Runtime {
  readonly dispatchFetch: (url: string, init?: object) => Promise<Response>
  readonly getD1Database: (name: string) => Promise<Database>
  readonly dispose: () => Promise<void>
}

interface Database {
  readonly prepare: (text: string) => object
  readonly batch: (statements: readonly object[]) => Promise<unknown>
}

type StartRuntime = new (options: object) => Runtime

/** Together 320 MB, without install scripts: in long runs only. */
const packages = ['miniflare@4.20260730.0', 'bun@1.4.5', 'deno@2.9.6']

let dir = ''
let isFetched = false

/** One file of web standards for any runtime. */
async function bundled(input: string): Promise<string> {
  const bundle = await rolldown({
    input,
    platform: 'neutral',
    resolve: {
      conditionNames: ['import'],
      mainFields: ['module', 'main'],
      modules: ['node_modules', join(root, 'node_modules')],
    },
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return output[0].code
}

/** Prints or answers what the vectors' deliveries and tokens are judged to be. */
const program = `
import { verifyEmbedToken, verifyWebhook } from ${JSON.stringify(join(root, 'src/kit/protocol.ts'))}
const vectors = ${JSON.stringify(vectors)}
const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
export async function judge() {
  const secret = vectors.webhook_signing_secret
  const webhooks = await Promise.all(vectors.webhook.map(async ({ headers, body_base64, now }) =>
    (await verifyWebhook({ secret, headers, body: bytes(body_base64), now: new Date(now * 1000) })).ok ? 'accept' : 'reject'))
  const embed = await Promise.all(vectors.embed.filter((one) => one.secret_configured).map(async ({ token, registered_app_key: appKey, now }) => {
    const verdict = await verifyEmbedToken({ token, secret, appKey, now: new Date(now * 1000) })
    return verdict.ok ? 'ok' : verdict.reason
  }))
  return JSON.stringify({ webhooks, embed })
}
`

const wanted = {
  webhooks: vectors.webhook.map(({ expect: outcome }) => outcome),
  embed: vectors.embed
    .filter(({ secret_configured: hasSecret }) => hasSecret)
    .map(({ expect: { ok, error } }) => (ok ? 'ok' : error)),
}

async function startRuntime(options: object): Promise<Runtime> {
  const entry = createRequire(join(dir, 'package.json')).resolve('miniflare')
  // Its own types come with the package, which is not there when this is compiled.
  const { Miniflare } = (await import(pathToFileURL(entry).href)) as { readonly Miniflare: StartRuntime }
  return new Miniflare({ modules: true, compatibilityDate: '2026-04-01', ...options })
}

describe.runIf(isLong)('runtimes other than Node', () => {
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'svcapp-runtimes-'))
    writeFileSync(join(dir, 'package.json'), '{"private":true}')
    const argv = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...packages]
    isFetched = await run('npm', argv, { cwd: dir }).then(
      () => true,
      () => false,
    )
  })
  beforeEach(({ skip }) => skip(!isFetched, 'npm could not fetch the runtimes.'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  it.each(['bun', 'deno'])('verifies the vectors with svcapp-kit/protocol on %s (HOOK-009 EMB-072)', async (name) => {
    const input = join(dir, 'vectors.js')
    writeFileSync(input, `${program}\nconsole.log(await judge())`)
    writeFileSync(join(dir, 'run.mjs'), await bundled(input))

    const argv = name === 'deno' ? ['run', '--no-config', '--no-lock', 'run.mjs'] : ['run.mjs']
    const { stdout } = await run(binary(name), argv, { cwd: dir })

    expect(JSON.parse(stdout)).toEqual(wanted)
  })

  it('verifies the vectors with svcapp-kit/protocol on workerd (HOOK-009 EMB-072)', async () => {
    const input = join(dir, 'vectors-worker.js')
    writeFileSync(input, `${program}\nexport default { fetch: async () => new Response(await judge()) }`)
    const runtime = await startRuntime({ script: await bundled(input) })

    const answer = await runtime.dispatchFetch('https://app.example/')
    const found = await answer.json()
    await runtime.dispose()

    expect(found).toEqual(wanted)
  })

  it('accepts an event once on workerd with D1, in an app of the template workers (HOOK-001 HOOK-018)', async () => {
    const app = scaffoldWithPackages(dir, 'workers')
    const secret = '9f'.repeat(32)
    const runtime = await startRuntime({
      script: await bundled(join(app, 'src/worker.ts')),
      d1Databases: ['DB'],
      bindings: {
        SVCAPP_APP_KEY: 'app.acme.test',
        SVCAPP_BASE_URL: 'https://api.example',
        SVCAPP_ADMIN_URL: 'https://admin.example',
        SVCAPP_CLIENT_ID: 'cli_test',
        SVCAPP_CLIENT_SECRET: `cs_${'1'.repeat(32)}`,
        SVCAPP_SIGNING_SECRET: secret,
        SVCAPP_TOKEN_KEY: '5e'.repeat(32),
      },
    })
    await migrate(await runtime.getD1Database('DB'), join(app, 'migrations'))
    const body = JSON.stringify({ eventId: 'e1', storeId: 1001, regionId: 7, data: {} })
    const seconds = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', secret).update(`order.created\n1001\n${seconds}\n${body}`).digest('hex')
    const headers = {
      'X-Service-Hmac-Sha256': signature,
      'X-Service-Topic': 'order.created',
      'X-Service-Store': '1001',
      'X-Service-Timestamp': seconds,
    }
    const deliver = async (changes = {}) => {
      const init = { method: 'POST', body, headers: { ...headers, ...changes } }
      return (await runtime.dispatchFetch('https://app.example/webhooks', init)).json()
    }

    const answers = [await deliver(), await deliver(), await deliver({ 'X-Service-Store': '1002' })]
    await runtime.dispose()

    expect(answers).toEqual([
      { ok: true, repeated: false },
      { ok: true, repeated: true },
      { error: 'signature-mismatch' },
    ])
  })
})

/** Without an install script the program lies in the package of its platform. */
function binary(name: string): string {
  const { platform, arch } = process
  const places: Record<string, string> = {
    bun: `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}/bin/bun`,
    deno: `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}/deno`,
  }
  return join(dir, 'node_modules', places[name] ?? name)
}

/** What `wrangler d1 migrations apply` does: statement by statement. */
async function migrate(db: Database, folder: string): Promise<void> {
  for (const file of readdirSync(folder).toSorted()) {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/--.*$/gm, '')
    // A trigger holds statements of its own.
    const statements = text.match(/\s*CREATE TRIGGER[\s\S]*?\bEND;|[^;]+;/g) ?? []
    await db.batch(statements.map((statement) => db.prepare(statement)))
  }
}
