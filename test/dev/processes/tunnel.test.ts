import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import type { DevContext } from '../../../src/dev/context.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { openPublicRoute } from '../../../src/dev/processes/tunnel.ts'
import type { Gateway } from '../../../src/gateway/server.ts'
import { statePaths } from '../../../src/project/paths.ts'

/** An own address behind which nothing runs; every pause ends immediately. */
async function waitInVain() {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-route-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const events: DevEvent[] = []
  const ends: (() => unknown)[] = []
  onTestFinished(async () => void (await Promise.all(ends.map((end) => end()))))
  const tools = {
    paths: statePaths({ env: { SVCAPP_HOME: home }, dataDir: home }),
    env: {},
    now: () => new Date(0),
    sleep: async () => new Promise((resolve) => void setImmediate(resolve)),
    randomBytes: (size: number) => Buffer.alloc(size),
    send: async () => ({ status: 404, headers: {}, body: new Uint8Array() }),
  }
  // As much of the context as opening the route needs.
  const dev = {
    tools,
    options: { project: { config: { key: 'app.acme.loyalty' } } },
    signal: new AbortController().signal,
    emit: (event: DevEvent) => void events.push(event),
    atEnd: (end: () => unknown) => void ends.push(end),
    inBackground: () => {},
  } as unknown as DevContext
  const gateway = { url: 'http://127.0.0.1:4899', port: 4899 } as Gateway
  const choice = { kind: 'own', url: new URL('https://dev.example') } as const
  const route = openPublicRoute(dev, { choice, gateway, probe: { path: '/p', answer: 'a' }, identity: 'live' })
  const error: unknown = await route.catch((thrown: unknown) => thrown)
  return { events, error }
}

it('shows the local address that --tunnel-url must forward to, while waiting and on timeout', async () => {
  const { events, error } = await waitInVain()

  const forward =
    'Forward this address to http://127.0.0.1:4899 (the gateway of `app dev`), with path and body unchanged.'
  expect(events).toContainEqual({
    event: 'tunnel-notice',
    text: `Still waiting: https://dev.example does not reach this machine yet. ${forward}`,
  })
  expect(error).toMatchObject({
    code: 'tunnel.not-open',
    message: 'https://dev.example does not reach this machine after 120 s.',
    suggestions: [forward, 'If the tunnel forwards to another local port, use --port <port>.'],
  })
})
