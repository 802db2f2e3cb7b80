import { createServer, type IncomingMessage } from 'node:http'

import { onTestFinished } from 'vitest'

import { authorizeUrl } from '../../src/protocol/authorize-url.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { verifyWebhook } from '../../src/protocol/webhook-signature.ts'
import { startPlatform, type Platform, type PlatformOptions } from '../../src/testing/testing.ts'

/** The platform, closed with the test. */
export async function platformFor(options: PlatformOptions = {}): Promise<Platform> {
  const platform = await startPlatform({ dir: '/', ...options })
  onTestFinished(() => platform.close())
  return platform
}

export interface TakenEvent {
  readonly topic: string
  /** Whether the signature is the platform's. */
  readonly isGenuine: boolean
  readonly body: string
}

/** An app in the process of the tests: it installs itself, takes events, asks the platform something for each, and answers with `answers.status`. */
export async function serveApp(platform: Platform) {
  const events: TakenEvent[] = []
  const answers = { status: 200 }
  const tokens: string[] = []
  const server = createServer((request, response) => {
    void answer(request).then(([status, headers]) => response.writeHead(status, headers).end())
  })
  const routes: Readonly<Record<string, (request: IncomingMessage, url: URL) => Promise<Answer>>> = {
    '/auth/start': async () => [302, { Location: consentAddress(platform) }],
    '/auth/callback': async (_, url) => {
      tokens.push(await exchange(platform, url.searchParams.get('code') ?? ''))
      return [200, {}]
    },
    '/webhooks': async (request) => {
      events.push(await readEvent(platform, request))
      const headers = { Authorization: `Bearer ${tokens.at(-1)}` }
      if (answers.status === 200) await fetch(`${platform.urls.api}/api/apps/v1/context`, { headers })
      return [answers.status, {}]
    },
  }
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? '/', platform.app.url)
    return routes[url.pathname]?.(request, url) ?? [200, {}]
  }
  await new Promise<void>((resolve) => server.listen(platform.app.port, '127.0.0.1', () => resolve()))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { events, answers, tokens }
}

type Answer = readonly [status: number, headers: Record<string, string>]

function consentAddress({ urls, app, env }: Platform): string {
  const scopes = (env['SVCAPP_SCOPES'] ?? '').split(' ')
  return authorizeUrl({ adminUrl: urls.admin, appKey: app.key, clientId: app.clientId, scopes, state: 'a'.repeat(32) })
}

async function exchange({ urls, app: { clientId, clientSecret } }: Platform, code: string): Promise<string> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret, code }),
  }
  const answered = await fetch(`${urls.api}/api/apps/oauth/token`, init)
  return ((await answered.json()) as { access_token: string }).access_token
}

async function readEvent({ app }: Platform, request: IncomingMessage): Promise<TakenEvent> {
  const chunks: Buffer[] = []
  // A request without an encoding comes in buffers.
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const key = signingKey(app.signingSecret)
  const { ok: isGenuine } = verifyWebhook({ key, headers: request.headers, body, now: new Date() })
  return { topic: String(request.headers['x-service-topic']), isGenuine, body: body.toString('utf8') }
}
