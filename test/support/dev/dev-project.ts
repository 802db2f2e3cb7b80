import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { compileCacheOfTests } from '../processes/compile-cache.ts'
import { freePort } from '../processes/free-port.ts'

/**
 * A complete app in one file without packages: /auth/start, /auth/callback with the real exchange, /webhooks with the real
 * verification. It writes each accepted eventId as a line to `seen.log`, and prints its secrets on purpose, because the output of
 * `app dev` must not show them. Its first argument sets its behavior: `deaf` never listens, `half-exchange` never finishes the
 * exchange, `holds` never responds to a delivery, `refuses` responds with 500, `stubborn` ignores SIGTERM.
 */
const appScript = (protocolDir: string) => `
import { createServer, request } from 'node:http'
import { appendFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { signingKey } from ${JSON.stringify(join(protocolDir, 'signing-key.ts'))}
import { verifyWebhook } from ${JSON.stringify(join(protocolDir, 'webhook-signature.ts'))}
const env = process.env
const mood = process.argv[2] ?? ''
const never = () => new Promise(() => {})
const key = signingKey(env.SVCAPP_SIGNING_SECRET)
const states = new Set()
console.log('my secret is', env.SVCAPP_CLIENT_SECRET, env.SVCAPP_SIGNING_SECRET, env.SVCAPP_TOKEN_KEY)
console.log('known as', env.SVCAPP_APP_URL, env.SVCAPP_REDIRECT_URI, env.SVCAPP_ADMIN_URL)
console.log('env file says', env.FROM_ENV_FILE ?? 'nothing')
const server = createServer(async (req, res) => {
  const chunks = []
  for await (const chunk of req) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const url = new URL(req.url, env.SVCAPP_APP_URL)
  if (url.pathname === '/auth/start') {
    const state = Math.random().toString(36).slice(2)
    states.add(state)
    const scopes = encodeURIComponent(env.SVCAPP_SCOPES)
    const to = env.SVCAPP_ADMIN_URL + '/admin/plugins/install/' + env.SVCAPP_APP_KEY + '?client_id=' + env.SVCAPP_CLIENT_ID + '&scope=' + scopes + '&state=' + state
    return res.writeHead(302, { Location: to, 'Set-Cookie': 'flow=' + state + '; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT' }).end()
  }
  if (url.pathname === '/auth/callback') {
    const state = url.searchParams.get('state')
    if (!states.delete(state) || !(req.headers.cookie ?? '').includes('flow=' + state)) return res.writeHead(400).end('state')
    if (mood === 'half-exchange') {
      request(env.SVCAPP_BASE_URL + '/api/apps/oauth/token', { method: 'POST', headers: { 'Content-Type': 'application/json', 'Content-Length': '999' } }).on('error', () => {}).write('{"clientId":', () => console.log('exchanging'))
      await never()
    }
    const answer = await fetch(env.SVCAPP_BASE_URL + '/api/apps/oauth/token', {
      method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientId: env.SVCAPP_CLIENT_ID, clientSecret: env.SVCAPP_CLIENT_SECRET, code: url.searchParams.get('code') }),
    })
    const { access_token } = await answer.json()
    console.log('token', access_token)
    await fetch(env.SVCAPP_BASE_URL + '/api/apps/v1/context', { headers: { Authorization: 'Bearer ' + access_token } })
    return res.writeHead(answer.status).end()
  }
  if (url.pathname === '/webhooks') {
    if (mood === 'holds') {
      console.log('holding')
      await never()
    }
    if (mood === 'refuses') return res.writeHead(500).end()
    const verdict = verifyWebhook({ key, headers: req.headers, body, now: new Date() })
    if (verdict.ok) appendFileSync('seen.log', JSON.parse(body).eventId + '\\n')
    return res.writeHead(verdict.ok ? 200 : 401).end(verdict.ok ? 'ok' : verdict.reason)
  }
  res.writeHead(200).end('page of the app')
})
if (mood === 'stubborn') process.on('SIGTERM', () => console.log('not yet'))
if (mood === 'deaf') {
  console.log('thinking')
  setInterval(() => {}, 1000)
} else server.listen(Number(env.PORT), '127.0.0.1', () => {
  console.log('listening')
  flushCompileCache()
})
`

export interface DevProject {
  readonly dir: string
  readonly home: string
  readonly port: number
  /** Returns the eventIds that the app accepted. */
  readonly seen: () => string[]
  readonly env: Record<string, string>
  /** Appends to app.toml. */
  readonly append: (text: string) => void
  /** Replaces a text in app.toml. */
  readonly replace: (text: string, by: string) => void
  /** Changes `app.mjs`. */
  readonly edit: (change: (text: string) => string) => void
  /** Registers cleanup for the end of the test. */
  readonly atEnd: AtEnd
}

/** A test that runs concurrently with others in its file passes its own, because Vitest then does not know the current test. */
export type AtEnd = (work: () => void) => void

/** Creates a project on disk with a complete app and no packages. Its state is in a separate folder. Both are removed with the test. */
export async function makeDevProject(
  command: readonly string[] = ['node', 'app.mjs'],
  atEnd: AtEnd = onTestFinished,
): Promise<DevProject> {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-dev-'))
  atEnd(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const dir = join(root, 'project')
  const home = join(root, 'state')
  mkdirSync(dir)
  const port = await freePort()
  writeFileSync(join(dir, 'app.mjs'), appScript(join(import.meta.dirname, '../../../src/protocol')))
  const toml = join(dir, 'app.toml')
  writeFileSync(
    toml,
    `key = "app.acme.loyalty"
name = "Loyalty"
redirect_uris = ["http://127.0.0.1:${port}/auth/callback"]
[scopes]
required = ["orders.read"]
[webhooks]
topics = ["order.created"]
[dev]
port = ${port}
command = ${JSON.stringify(command)}
`,
  )
  const path = process.env['PATH'] ?? ''
  // In one step: a running session must not read half of the file, nor see it emptied and then written as two changes.
  const rewrite = (file: string, change: (text: string) => string) => {
    const whole = join(root, 'rewritten')
    writeFileSync(whole, change(readFileSync(file, 'utf8')))
    renameSync(whole, file)
  }
  return {
    dir,
    home,
    port,
    env: { PATH: path, HOME: root, SVCAPP_HOME: home, SVCAPP_CREDENTIALS: '', ...compileCacheOfTests() },
    append: (text) => appendFileSync(toml, text),
    replace: (text, by) => rewrite(toml, (whole) => whole.replaceAll(text, by)),
    edit: (change) => rewrite(join(dir, 'app.mjs'), change),
    atEnd,
    seen: () => readLines(join(dir, 'seen.log')),
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
