import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { readConfirmed } from '../../../src/dev/live/console.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { statePaths } from '../../../src/project/paths.ts'
import { signingKey } from '../../../src/protocol/signing-key.ts'
import { webhookHeaders } from '../../../src/protocol/webhook-signature.ts'
import { ok } from '../../support/dev/background-session.ts'
import { named, reach } from '../../support/dev/dev-events.ts'
import { freePorts, runCli } from '../../support/run-cli.ts'
import { makeLive, one, secrets, stop, token, walkThrough } from '../support/live.ts'

const DEVELOPMENT = 'app.acme.loyalty'
const PRODUCTION = 'app.acme.loyalty-production'

interface Deliveries {
  readonly deliveries: readonly { readonly topic: string; readonly eventId: string }[]
}

async function deliver(url: string, eventId: string): Promise<number> {
  const body = Buffer.from(JSON.stringify({ eventId, storeId: 1001, regionId: 7, data: {} }))
  const timestamp = Math.floor(Date.now() / 1000)
  const key = signingKey(secrets.SVCAPP_SIGNING_SECRET)
  const headers = webhookHeaders({ key, topic: 'order.created', storeId: '1001', timestamp, body })
  return (await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body }))
    .status
}

it('runs production and development from one folder at the same time, fully separated', async () => {
  const { project, platform, way, start } = await makeLive({ appKey: PRODUCTION })
  const app = readFileSync(join(project.dir, 'app.mjs'), 'utf8')
  writeFileSync(
    join(project.dir, 'app.mjs'),
    `console.log('for', env.SVCAPP_CONFIG, env.DATA_DIR)\n${app}`
      .replace('env.S', 'process.env.S')
      .replace('env.D', 'process.env.D'),
  )
  const toml = readFileSync(join(project.dir, 'app.toml'), 'utf8')
  const [shared = '', live = ''] = toml.split('[targets.live]')
  project.replace(toml, shared)
  writeFileSync(
    join(project.dir, 'app.production.toml'),
    `key = "${PRODUCTION}"\nname = "Loyalty (production)"\n[targets.live]${live}`,
  )
  const atProduction = ['--config', 'production', '--target', 'live']

  const production = start('--config', 'production', '--tunnel-url', way.url)
  const { status: callback } = await walkThrough(production)
  await reach(production, 'verified')
  const development = runCli(project, ['dev', '--approve', '--yes', '--json', ...freePorts])
  await reach(development, 'installed')
  await ok(project, ['emulator', 'order', 'place', '--json'])
  await reach(development, 'delivery')
  const delivered = await deliver(`${way.url}/webhooks`, 'live-1')
  await reach(production, 'delivery')

  // Each console list and banner names its key, and the tunnel belongs to production only.
  expect([callback, delivered]).toEqual([200, 200])
  expect(one(production, 'live')).toMatchObject({ appKey: PRODUCTION })
  expect(one(production, 'portal')).toMatchObject({ appKey: PRODUCTION })
  expect(one(production, 'installed')).toMatchObject({ storeId: '1001' })
  expect(named(development, 'live')).toEqual([])
  expect(development.stdout()).not.toContain(way.url)
  // The app commands that a session starts, and the database of the kit.
  const lineOf = (run: typeof production) => named(run, 'app-output').map(({ line }) => line)
  expect(lineOf(production)).toContain('for production data/production')
  expect(lineOf(development)).toContain('for undefined undefined')

  // Journals.
  const list = async (...argv: string[]) =>
    (await ok<Deliveries>(project, ['webhook', 'list', '--json', ...argv])).deliveries.map(({ eventId }) => eventId)
  const own = await list()
  expect(await list(...atProduction)).toEqual(['live-1'])
  expect(await list('--config', 'production', '--target', 'emulator')).toEqual([])
  expect(own.length).toBeGreaterThan(0)
  expect(own).not.toContain('live-1')

  // Tokens and console values.
  const paths = statePaths({ env: {}, dataDir: project.home })
  const identity = platform.origins.api
  const installed = (appKey: string) => withInstalls(paths, (all) => all.list({ identity, appKey })).length
  expect([installed(PRODUCTION), installed(DEVELOPMENT)]).toEqual([1, 0])
  expect(development.stdout()).not.toContain(token)
  const confirmed = (appKey: string) => readConfirmed({ paths, identity, appKey })
  expect(confirmed(PRODUCTION)?.fields).toMatchObject({ webhook_url: `${way.url}/webhooks` })
  expect(confirmed(DEVELOPMENT)).toBeNull()
  const [unlocked, missing] = [
    runCli(project, ['context', ...atProduction, '--json']),
    runCli(project, ['context', '--target', 'live', '--json']),
  ]
  expect([await unlocked.ended, await missing.ended]).toEqual([0, 3])
  expect(JSON.parse(missing.stdout())).toMatchObject({ error: { code: 'project.live-incomplete' } })

  // Session locks: each command finds the session of its registration.
  const second = runCli(project, ['dev', '--config', 'production', '--approve', '--yes', '--json', ...freePorts])
  expect(await second.ended).toBe(3)
  expect(second.stdout()).toContain(`for ${PRODUCTION} on the live platform`)
  const pidOf = async (...argv: string[]) =>
    (await ok<{ pid?: number }>(project, ['dev', 'status', '--json', ...argv])).pid
  expect(await pidOf()).toBe(development.child.pid)
  expect(await pidOf('--config', 'production')).toBe(production.child.pid)

  // The app of production listens on dev.port, and must not get a delivery of development.
  await stop(development)
  expect(await pidOf('--config', 'production')).toBe(production.child.pid)
  const replay = runCli(project, ['webhook', 'replay', '--last', '1', '--json'])
  expect(await replay.ended).toBe(8)
  expect(JSON.parse(replay.stdout())).toMatchObject({
    error: { code: 'gateway.port-taken', message: expect.stringContaining(PRODUCTION) as string },
  })
  expect(await ok(project, ['dev', 'stop', '--config', 'production', '--json'])).toMatchObject({
    pid: production.child.pid,
  })
  await production.ended
})
