import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../../src/client/node-send.ts'
import Register from '../../../src/commands/register.ts'
import WebhookRetry from '../../../src/commands/webhook/retry.ts'
import WebhookWhy from '../../../src/commands/webhook/why.ts'
import { saveEarlierUrl, readEarlierUrl } from '../../../src/dev/installs/earlier-webhook-url.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { appendAttempt } from '../../../src/journal/attempts.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { countRejections } from '../../../src/journal/rejections.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { addDelivery } from '../../inspector/fixture.ts'
import { makeApp, type Answer } from '../../support/app.ts'
import { runCommand } from '../../support/command/command.ts'
import type { RegisterOverrides } from '../../support/emulator.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'

async function makeSound(answer?: Answer, registration: RegisterOverrides = {}) {
  const app = await makeApp(answer)
  const url = `http://127.0.0.1:${app.port}/webhooks`
  const platform = await makeInstalledPlatform({
    registration: { webhook_url: url, webhook_topics: ['order.created'], ...registration },
    toml: `[webhooks]\ntopics = ["order.created"]\nurl = "${url}"\n[dev]\nport = ${app.port}\n`,
  })
  const { identity, credentials, made, store, app: registered } = platform
  const key = { identity, appKey: registered.appKey, kind: 'signing-secret' } as const
  await credentials.set(key, registered.secrets.webhook_signing_secret)
  // `app install` has exchanged the code; on a sound way the app itself has.
  withInstalls(platform.paths, (installs) => {
    for (const install of installs.listAll()) installs.put({ ...install, holder: 'app' })
  })
  const placed = await made.control('POST', `/stores/${store.code}/orders`, {})
  await made.emulator.queue.settle()
  const why = async (...argv: string[]) => {
    const { stdout, exit } = await runCommand(WebhookWhy, ['order.created', '--json', ...argv], platform.context())
    return {
      exit,
      ...(JSON.parse(stdout) as { broken: string | null; links: { name: string; state: string; found: string }[] }),
    }
  }
  return { ...platform, app, url, key, why, placed }
}

it('finds no problem if every link works', async () => {
  const { why, context } = await makeSound()

  const { exit, broken, links } = await why()
  const words = await runCommand(WebhookWhy, ['order.created'], context())

  expect([exit, broken, links.filter(({ state }) => state !== 'ok')]).toEqual([0, null, []])
  expect(words.stdout).toContain('No problem found.')
})

it('lists the active faults, because they look like failures', async () => {
  const { why, context, made, key } = await makeSound()
  const set = async (fault: object) => made.control('POST', '/faults', fault)
  await set({ kind: '500', path: '/api/apps/v1/orders*', times: null })
  await set({ kind: 'late', topic: 'order.paid', delayMs: 100 })
  await set({ kind: '503', appKey: key.appKey, afterMs: 3_600_000 })

  const { exit, broken, links } = await why()
  const words = await runCommand(WebhookWhy, ['order.created'], context())
  const all = await runCommand(WebhookWhy, [], context())

  expect([exit, broken]).toEqual([0, null])
  expect(links.at(-1)).toMatchObject({ name: 'faults', state: 'unknown' })
  expect(links.at(-1)?.found).toMatch(/: 1: 500 on \/api\/apps\/v1\/orders\*, until cleared$/)
  expect(words.stdout).not.toContain('No problem found.')
  for (const { stdout } of [words, all]) expect(stdout).toContain('To remove them, run `app emulator fault clear`.')
})

it.each<[string, (sound: Awaited<ReturnType<typeof makeSound>>) => Promise<unknown>, string[]]>([
  ['signing secret', ({ credentials, key }) => credentials.remove(key), []],
  ['status and test store', ({ made, key }) => made.control('POST', `/apps/${key.appKey}/status`, { status: 'X' }), []],
  [
    'install',
    ({ made, store, key }) => made.control('POST', `/stores/${store.code}/apps/${key.appKey}/uninstall`, {}),
    [],
  ],
  [
    'payment',
    ({ made, store, key }) =>
      made.control('POST', `/stores/${store.code}/apps/${key.appKey}/plan`, { plan: 'paid-pending' }),
    [],
  ],
  ['region', async () => {}, ['--region', 'de']],
  [
    'webhook address',
    ({ made }) =>
      made.registerApp({
        requested_scopes: ['orders.read', 'products.read'],
        webhook_topics: ['order.created'],
        webhook_url: 'http://127.0.0.1:9/webhooks',
      }),
    [],
  ],
  [
    'topic',
    ({ made, url }) =>
      made.registerApp({ requested_scopes: ['orders.read', 'products.read'], webhook_topics: [], webhook_url: url }),
    [],
  ],
  ['gateway', ({ app }) => app.close(), []],
  [
    'signing secret',
    async ({ paths, key, made }) => {
      const journal = openJournal({ path: paths.journalDb, appKey: key.appKey })
      countRejections(journal, { reason: 'signature-mismatch', count: 2, at: made.clock.now() })
      journal.close()
    },
    [],
  ],
])('%s is found when it is broken', async (name, breakIt, argv) => {
  const sound = await makeSound()

  await breakIt(sound)
  const { exit, broken } = await sound.why(...argv)

  expect([exit, broken]).toEqual([11, name])
})

it('reports an app that the emulator does not know, and nothing else about its registration', async () => {
  const { made, why } = await makeSound()
  await made.control('POST', '/reset')
  await made.control('POST', '/stores', { name: 'Demo', seed: 'none' })

  const { exit, broken, links } = await why('--store', 'demo')

  expect([exit, broken]).toEqual([11, 'topic'])
  const found = Object.fromEntries(links.map(({ name, state, found: words }) => [name, `${state}: ${words}`]))
  expect(found).toMatchObject({
    topic: 'broken: the app is not registered on this emulator',
    'signing secret': 'unknown: the app is not registered',
    'status and test store': 'unknown: the app is not registered',
    'webhook address': 'unknown: the app is not registered',
    payment: 'unknown: the app is not installed',
    subscription: 'unknown: the app is not installed',
  })
})

it('ignores rejections before the newest delivery of the store', async () => {
  const { paths, key, made, store, why } = await makeSound()
  const journal = openJournal({ path: paths.journalDb, appKey: key.appKey })
  onTestFinished(() => journal.close())
  const after = (ms: number) => new Date(made.clock.now().getTime() + ms)
  for (const reason of ['signature-mismatch', 'too-old']) countRejections(journal, { reason, count: 4, at: after(0) })

  addDelivery(journal, { storeId: '77', receivedAt: after(1), status: 200 })
  const before = await why()
  addDelivery(journal, { storeId: String(store.store.id), topic: 'order.paid', receivedAt: after(2), status: 200 })

  expect([before.broken, (await why()).broken]).toEqual(['signing secret', null])
})

it('suggests the command that shows the response to a direct delivery, despite earlier gateway deliveries', async () => {
  const { why, context, paths, key, store } = await makeSound((_, response) => {
    response.statusCode = 503
    response.end()
  })
  const journal = openJournal({ path: paths.journalDb, appKey: key.appKey })
  onTestFinished(() => journal.close())
  addDelivery(journal, { storeId: String(store.store.id), topic: 'order.created', status: 200 })

  const { broken } = await why()
  const words = await runCommand(WebhookWhy, ['order.created'], context())
  withInstalls(paths, (installs) => {
    for (const install of installs.listAll()) installs.put({ ...install, holder: 'cli' })
  })
  const withoutToken = await runCommand(WebhookWhy, ['order.created'], context())

  expect(broken).toBe('app')
  expect(words.stdout).toContain('responded to the last delivery with 503')
  expect(words.stdout).toContain('To see the response, run `app emulator deliveries`')
  expect(withoutToken.stdout).toMatch(
    /The first broken link: app\.\n[^]*The token may be the cause: see the link "app token"\./,
  )
})

it('a dead letter of the platform is not a broken link after a retry reaches the app', async () => {
  let status = 502
  const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })
  const { why, context, paths, key, store, made } = await makeSound((_, response) => {
    response.statusCode = status
    response.end()
  })
  await made.control('POST', '/clock/advance', { ms: 3 * 86_400_000 })
  const { deliveries } = await made.control<{ deliveries: { eventId: string }[] }>('GET', '/deliveries')
  const eventId = deliveries[0]?.eventId ?? ''
  const journal = openJournal({ path: paths.journalDb, appKey: key.appKey })
  onTestFinished(() => journal.close())
  for (const receivedAt of [new Date(0), new Date(1)]) {
    addDelivery(journal, { eventId, storeId: String(store.store.id), receivedAt, status })
  }

  const before = await why()
  status = 200
  const retried = await runCommand(WebhookRetry, ['--failed'], context({ send }))
  const after = await why()

  expect([before.exit, before.broken, retried.exit]).toEqual([11, 'app', 0])
  expect([after.exit, after.broken]).toEqual([0, null])
  expect(after.links.find(({ name }) => name === 'event')).toMatchObject({
    state: 'ok',
    found: 'the newest event is a dead letter on the emulator, but your retry delivered it',
  })
})

it.each([
  ['the platform stops waiting for', 14_200, 200],
  ['the gateway stops waiting for', 30_000, null],
])('reports that a retry does not help if the app responds later than %s', async (_, ms, status) => {
  const { why, context, paths, key, store, made } = await makeSound((_request, response) => {
    response.statusCode = 504
    response.end()
  })
  const { deliveries } = await made.control<{ deliveries: { eventId: string }[] }>('GET', '/deliveries')
  const journal = openJournal({ path: paths.journalDb, appKey: key.appKey })
  onTestFinished(() => journal.close())
  const deliveryId = addDelivery(journal, {
    eventId: deliveries[0]?.eventId ?? '',
    storeId: String(store.store.id),
    receivedAt: new Date(0),
  })
  appendAttempt(journal, { deliveryId, at: new Date(ms), status, ms, error: status === null ? 'app-timeout' : null })

  const { broken, links } = await why()
  const { stdout } = await runCommand(WebhookWhy, ['order.created'], context())

  expect(broken).toBe('app')
  expect(links.find(({ name }) => name === 'app')?.found).toBe(
    `the app's last response took ${ms / 1000} s, but the platform waits only 10 s`,
  )
  expect(links.find(({ name }) => name === 'event')?.state).toBe('broken')
  expect(stdout).toContain("Respond first, then do the work. Your app responds after the platform's 10 s timeout.")
  expect(stdout).not.toContain('clock advance')
})

it('`app register` keeps the gateway address while `app dev` runs, and repairs a different registered address', async () => {
  const { context, paths, identity, key, url, why, made } = await makeSound()
  const gateway = await makeApp()
  const ours = `http://127.0.0.1:${gateway.port}/webhooks`
  const lock = lockProject({ paths, dir: context().cwd, pid: process.pid })
  lock.publish({ appPid: process.pid })
  saveEarlierUrl({ paths, identity, appKey: key.appKey }, { ours, before: null })
  const registered = async () => {
    const { app } = await made.control<{ app: { webhook_url: string } }>('GET', `/apps/${key.appKey}`)
    return app.webhook_url
  }

  const before = await why()
  const kept = await runCommand(Register, [], context())
  const during = await registered()
  const after = await why()
  const named = await runCommand(Register, ['--webhook-url', url], context())
  const chosen = await registered()
  lock.release()
  const ended = await runCommand(Register, [], context())

  expect([before.broken, during, after.broken]).toEqual(['webhook address', ours, null])
  expect(after.links.find(({ name }) => name === 'gateway')?.found).toBe(`listens at http://127.0.0.1:${gateway.port}`)
  expect(kept.stderr).toContain(`webhook_url is ${ours} while \`app dev\` runs`)
  expect([named.exit, chosen, ended.exit, await registered()]).toEqual([0, url, 0, url])
  // What app.toml says is put back when the gateway ends.
  expect(readEarlierUrl({ paths, identity, appKey: key.appKey })).toEqual({ ours, before: url })
})

it('checks all topics in app.toml without a topic, and lists each fix once', async () => {
  const { context, app } = await makeSound()

  const sound = await runCommand(WebhookWhy, [], context())
  await app.close()
  const broken = await runCommand(WebhookWhy, [], context())
  const json = await runCommand(WebhookWhy, ['--json'], context())

  expect([sound.exit, sound.stdout]).toEqual([
    0,
    expect.stringContaining('✓ order.created  no problem found') as string,
  ])
  expect([broken.exit, broken.stdout]).toEqual([
    11,
    expect.stringMatching(/✗ order\.created {2}gateway: nothing/) as string,
  ])
  expect(JSON.parse(json.stdout)).toMatchObject({ topics: [{ topic: 'order.created', broken: 'gateway' }] })
})

it('checks the newest event of the selected topic and region, despite later events of others', async () => {
  let status = 200
  const answer: Answer = (_, response) => {
    response.statusCode = status
    response.end()
  }
  const { why, made, store, paths, key } = await makeSound(answer, { install_scope: 'store' })
  const journal = openJournal({ path: paths.journalDb, appKey: key.appKey })
  onTestFinished(() => journal.close())
  status = 503
  await made.control('POST', `/stores/${store.code}/orders`, { region: 'de' })
  await made.emulator.queue.settle()
  const { deliveries } = await made.control<{ deliveries: { eventId: string }[] }>('GET', '/deliveries?limit=1')
  const ofStore = { storeId: String(store.store.id), topic: 'order.created' }
  addDelivery(journal, { ...ofStore, regionId: '2', eventId: deliveries[0]?.eventId ?? '', status: 503 })
  addDelivery(journal, { ...ofStore, regionId: '1', status: 200 })
  deliverMore(made.emulator.context.registry, { topic: 'order.created', count: 210 })
  deliverMore(made.emulator.context.registry, { topic: 'order.paid', count: 210 })

  const ofRegion = await why('--region', 'de')
  const ofAny = await why()

  const linkOf = ({ links }: typeof ofAny, name: string) => links.find((link) => link.name === name)?.found
  expect(linkOf(ofRegion, 'event')).toBe('the newest event is pending (503)')
  expect(linkOf(ofRegion, 'app')).toContain('503')
  expect(ofRegion.broken).toBe('app')
  expect(linkOf(ofAny, 'event')).toBe('the newest event was delivered')
})

/** More deliveries like the oldest one, which the app has accepted, of a topic. */
function deliverMore(registry: DatabaseSync, { topic, count }: { topic: string; count: number }): void {
  registry
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO deliveries (event_id, install_id, app_key, store_id, region_id, topic, body, state, attempts, last_status, created_at, delivered_at)
       SELECT ? || '-' || i, install_id, app_key, store_id, region_id, ?, body, state, attempts, last_status, created_at, delivered_at
       FROM n, (SELECT * FROM deliveries ORDER BY id LIMIT 1)`,
    )
    .run(count, topic, topic)
}

it('requests data shared by all topics only once', async () => {
  const { context, sent, made, url } = await makeSound()
  await made.registerApp({
    requested_scopes: ['orders.read', 'products.read'],
    webhook_topics: ['order.created', 'order.paid'],
    webhook_url: url,
  })
  const toml = join(context().cwd, 'app.toml')
  writeFileSync(toml, readFileSync(toml, 'utf8').replace('["order.created"]', '["order.created", "order.paid"]'))
  sent.length = 0

  await runCommand(WebhookWhy, [], context())

  const asked = sent.map(({ url: address }) => address.pathname + address.search)
  expect(asked.filter((path) => path.includes('/deliveries?'))).toHaveLength(2)
  expect(asked.filter((path) => path.endsWith('/stores') || path.endsWith('/status'))).toHaveLength(2)
  expect(asked).toEqual([...new Set(asked)])
})

it('suggests the nearest topic, and checks nothing', async () => {
  const { context } = await makeSound()

  const { exit, stdout, stderr } = await runCommand(WebhookWhy, ['order.piad'], context())

  expect([exit, stdout]).toEqual([2, ''])
  expect(stderr).toContain('Did you mean order.paid?')
})

it('a missing emulator is the first broken link, not an error', async () => {
  const { context, paths } = await makeSound()
  rmSync(paths.runFile)

  const { exit, stdout } = await runCommand(WebhookWhy, ['order.created', '--json'], context())

  expect(exit).toBe(11)
  expect(JSON.parse(stdout)).toMatchObject({
    broken: 'emulator',
    links: [{ name: 'emulator' }, { name: 'topic', state: 'ok' }, { name: 'app', state: 'ok' }],
  })
})

it('cites no rule from documents that the reader does not have', async () => {
  const { context, made, store, key } = await makeSound()
  await made.control('POST', `/stores/${store.code}/apps/${key.appKey}/uninstall`, {})

  const { stdout } = await runCommand(WebhookWhy, ['order.created'], context())

  expect(stdout).not.toMatch(/\b[A-Z]{1,6}-?\d{1,3}\b/)
})

it.each([
  ['--region', 'xx', 'pin.unknown', 'Regions: tr (id 1, TRY), de (id 2, EUR)'],
  ['--store', 'nonsense', 'store.unknown', 'Emulator stores: '],
])(
  'rejects %s %s and lists the existing ones, because a result for another one would mislead',
  async (flag, value, code, hint) => {
    const { context } = await makeSound()

    const { exit, error, stdout } = await runCommand(WebhookWhy, ['order.created', flag, value], context())

    expect([error?.code, stdout]).toEqual([code, ''])
    expect(exit).toBeGreaterThan(0)
    expect((error as unknown as { suggestions: string[] }).suggestions.join(' ')).toContain(hint)
  },
)

it('shows the region codes, and a store code in any case', async () => {
  const { why, store } = await makeSound()

  const { links, broken } = await why('--region', 'de', '--store', store.code.toUpperCase())

  expect(broken).toBe('region')
  expect(links.find(({ name }) => name === 'region')?.found).toBe(
    'installed for region tr, so the app receives no events from region de',
  )
})
