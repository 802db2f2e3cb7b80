import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { createNodeSend } from '../../../src/client/node-send.ts'
import WebhookTrigger from '../../../src/commands/webhook/trigger.ts'
import WebhookWhy from '../../../src/commands/webhook/why.ts'
import { memoryCredentials } from '../../../src/credentials/memory.ts'
import { confirmConsole } from '../../../src/dev/live/console.ts'
import { noteTunnel } from '../../../src/dev/notes/tunnel-note.ts'
import { appendDelivery, type NewDelivery } from '../../../src/journal/deliveries.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { recordInstall } from '../../../src/project/installs.ts'
import { resolveTarget } from '../../../src/project/targets.ts'
import { makeApp } from '../../support/app.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, NOON } from '../../support/context.ts'
import { someDelivery } from '../../support/delivery.ts'

const TOKEN = `svcapp_1001_7_${'70'.repeat(32)}`
const region = { id: 7, code: 'de', countryCode: 'DE', currencyCode: 'EUR', languageCode: 'de', isDefault: true }
const installation = {
  success: true,
  appKey: 'app.acme.loyalty',
  store: { id: 1001, code: 'demo' },
  installScope: 'region',
  pinnedRegionId: 7,
  regions: [region],
  scopes: ['orders.read'],
}
const order = {
  id: 4711,
  orderNumber: 'A-4711',
  status: 'paid',
  grandTotal: 10,
  currency: 'EUR',
  itemCount: 1,
  orderSource: 'web',
  customer: { name: null, email: null },
}
const page = { success: true, items: [order], totalCount: 1, page: 1, pageSize: 20 }

/** A project with an install on a live platform that responds to GET /context with this status, and an app that takes events. */
async function makeLive({ status = 200, hasToken = true } = {}) {
  const platform = await makeApp(({ target }, response) => {
    const isContext = target.startsWith('/api/apps/v1/context')
    const body = isContext ? installation : page
    response.writeHead(isContext ? status : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isContext && status !== 200 ? { success: false, message: 'no' } : body))
  })
  const app = await makeApp()
  const origin = `http://127.0.0.1:${platform.port}`
  const { cwd, paths } = makeContext()
  writeFileSync(
    join(cwd, 'app.toml'),
    `key = "app.acme.loyalty"
name = "Loyalty"
redirect_uris = ["http://127.0.0.1:${app.port}/auth/callback"]
[webhooks]
topics = ["order.paid"]
[scopes]
required = ["orders.read"]
[dev]
port = ${app.port}
[targets.live]
base_url = "${origin}"
admin_url = "${origin}/store"
client_id = "cli_1"
`,
  )
  const project = loadProject({ cwd })
  const { identity } = resolveTarget({ name: 'live', project, runFile: null })
  const owner = { identity, appKey: 'app.acme.loyalty' }
  recordInstall(paths, {
    ...owner,
    storeId: 1001,
    regionId: 7,
    storeCode: 'demo',
    storeName: 'Demo',
    storeDomain: 'demo.example',
    installScope: 'region',
    scopes: ['orders.read'],
    regions: [],
    installedAt: NOON.toISOString(),
  })
  const secrets = memoryCredentials({ now: () => NOON })
  await secrets.set({ ...owner, kind: 'signing-secret' }, '51'.repeat(32))
  if (hasToken) await secrets.set({ ...owner, kind: 'token', storeId: 1001, regionId: 7 }, TOKEN)
  const context = makeContext({
    cwd,
    paths,
    send: createNodeSend({ builtin: process.getBuiltinModule.bind(process), env: {} }),
    env: { SVCAPP_TRUST_ORIGIN: origin },
    credentials: async () => secrets,
  })
  const why = async () => {
    const { stdout } = await runCommand(WebhookWhy, ['order.paid', '--target', 'live', '--json'], context)
    const { links } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as {
      links: { name: string; state: string; found: string; remedy: string }[]
    }
    return (name: string) => links.find((link) => link.name === name)
  }
  const trigger = () => runCommand(WebhookTrigger, ['order.paid', '--target', 'live'], context)
  return { app, platform, why, trigger, owner: { ...owner, paths } }
}

it('why checks the payment on the live platform', async () => {
  const paid = await (await makeLive()).why()
  const owed = await (await makeLive({ status: 402 })).why()

  expect(paid('payment')).toMatchObject({ state: 'ok' })
  expect(owed('payment')).toMatchObject({ state: 'broken', found: expect.stringContaining('402') as string })
  expect([paid('install')?.state, owed('install')?.state]).toEqual(['ok', 'ok'])
})

it('why finds an install whose token the live platform rejects', async () => {
  const link = await (await makeLive({ status: 401 })).why()

  expect(link('install')).toMatchObject({
    state: 'broken',
    found: 'the platform rejected the token (401, “no”)',
    remedy: expect.stringContaining('set SVCAPP_TOKEN on this machine to the printed token.') as string,
  })
  expect(link('webhook address')).toMatchObject({ state: 'unknown' })
})

it('why compares the confirmed console address with that of the running tunnel, then with app.toml', async () => {
  const { why, owner } = await makeLive()
  const confirmed = { webhook_url: 'https://old.example/webhooks' }
  confirmConsole(owner, { fields: confirmed, origin: 'https://old.example', at: null })

  const same = await why()
  noteTunnel(owner, {
    url: 'https://new.example',
    gateway: 'http://127.0.0.1:1',
    probe: { path: '/p', answer: 'a' },
    isOwn: true,
  })
  const moved = await why()

  expect(same('webhook address')).toMatchObject({
    state: 'unknown',
    found: 'should be https://old.example/webhooks, as confirmed for the console',
  })
  expect(moved('webhook address')).toMatchObject({
    state: 'broken',
    found:
      'the console had https://old.example/webhooks when last confirmed, but deliveries are expected at https://new.example/webhooks',
    remedy: expect.stringContaining('`app register --dev --target live`') as string,
  })
})

it('why takes a delivery of the live platform as proof of subscription and console address', async () => {
  const { why, owner } = await makeLive()
  const url = 'https://own.example/webhooks'
  confirmConsole(owner, { fields: { webhook_url: url }, origin: 'https://own.example', at: NOON.toISOString() })
  const deliver = (minutes: number, more: Partial<NewDelivery> = {}) => {
    const journal = openJournal({ path: owner.paths.journalDb, appKey: owner.appKey })
    const receivedAt = new Date(NOON.getTime() + minutes * 60_000)
    const { id } = appendDelivery(
      journal,
      someDelivery({ topic: 'order.paid', target: 'live', eventId: `order:${minutes}`, ...more, receivedAt }),
    )
    journal.close()
    return id
  }
  const states = async () => {
    const link = await why()
    return [link('topic')?.state, link('subscription')?.state, link('webhook address')?.state]
  }

  // Each of these shows nothing about the live platform's current values.
  deliver(-1)
  deliver(1, { target: 'emulator' })
  deliver(2, { eventId: 'test:1' })
  deliver(3, { storeId: '2002' })
  deliver(3, { note: 'imported' })
  const before = await states()
  deliver(4, { topic: 'order.created' })
  const other = await states()
  const id = deliver(5)
  const link = await why()

  expect(before).toEqual(['unknown', 'unknown', 'unknown'])
  expect(other).toEqual(['unknown', 'unknown', 'ok'])
  const arrived = `delivery ${id} arrived (2026-11-21T12:05:00.000Z)`
  expect([link('topic'), link('subscription'), link('webhook address')]).toMatchObject([
    { state: 'ok' },
    { state: 'ok', found: `${arrived} after the install` },
    { state: 'ok', found: `${url}, as confirmed for the console, and ${arrived} since then` },
  ])
})

it('why does not rate an install that it cannot check', async () => {
  const { why, platform } = await makeLive({ hasToken: false })

  const link = await why()

  expect([link('install')?.state, link('payment')?.state]).toEqual(['unknown', 'unknown'])
  expect(link('install')?.found).toBe('on record in demo, but not checked on the platform')
  expect(platform.seen).toEqual([])
})

it('a test event on live contains the newest order that the token can read', async () => {
  const { app, trigger } = await makeLive()

  const { error, stderr } = await trigger()

  expect(error).toBeUndefined()
  expect(stderr).not.toContain('made up')
  expect(JSON.parse(app.seen[0]?.body.toString() ?? '')).toMatchObject({
    data: { orderId: 4711, orderNumber: 'A-4711', currency: 'EUR' },
  })
})

it('a test event on live reports that its order is made up if no token is stored', async () => {
  const { app, trigger } = await makeLive({ hasToken: false })

  const { stderr } = await trigger()

  expect(stderr).toContain('made-up order 1001, because the newest order could not be read (install.no-token)')
  expect(stderr).not.toContain('emulator')
  expect(app.seen).toHaveLength(1)
})
