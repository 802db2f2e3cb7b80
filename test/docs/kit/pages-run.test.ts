import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { Worker } from '../../../src/kit/d1.ts'
import { openPanel } from '../../../src/testing/kit-testing.ts'
import { ExactNumber } from '../../../src/text/json.ts'
import { d1OnSqlite } from '../../kit/d1/d1-on-sqlite.ts'
import { signedDelivery } from '../../kit/support.ts'
import { isLong } from '../../support/machine/long-run.ts'
import { writePages, type PagesFolder } from './pages-folder.ts'
import { enterPage, pageModule, serveOn, startPage } from './start-page.ts'

let folder: PagesFolder

type Respond = (request: Request) => Promise<Response>

interface Route {
  readonly GET: Respond
  readonly POST: Respond
}

interface PercentOf {
  readonly percentOf: (amount: number | ExactNumber, percent: string) => ExactNumber
}

interface Loaded {
  readonly store: string
  readonly items: readonly object[]
}

interface Install {
  readonly start: () => Promise<{ readonly location: string }>
  readonly finish: (query: URLSearchParams, isFirstUse: () => Promise<boolean>) => Promise<object>
}

interface Panel {
  readonly open: (request: Request, isFirstUse: () => Promise<boolean>) => Promise<object>
}

beforeAll(() => {
  folder = writePages()
})
afterAll(() => folder.remove())

describe('events.md', () => {
  it('handles two topics once each, and deletes the rows of a removed install', async () => {
    const page = await startPage(folder, 'events')
    const order = await page.platform.control.placeOrder({ paid: true })
    await expect.poll(() => page.rows('SELECT * FROM paid_orders')).toHaveLength(1)
    const lost = { topic: 'order.cancelled', eventId: 'evt_lost', data: { orderId: order.id } }

    await page.deliver(lost)
    await page.deliver(lost)

    expect(page.rows('SELECT event_id, order_id, reason FROM lost_orders')).toEqual([
      { event_id: 'evt_lost', order_id: order.id, reason: 'order.cancelled' },
    ])
    await page.platform.control.uninstall()
    await expect
      .poll(() => page.rows('SELECT event_id FROM paid_orders UNION SELECT event_id FROM lost_orders'))
      .toEqual([])
  })

  it('deletes the rows of the removed region only', async () => {
    const page = await startPage(folder, 'events')
    const { regions } = page.platform.store
    const [first, second] = regions
    await page.platform.installApp({ region: second?.id ?? 0 })
    for (const { id } of regions.slice(0, 2)) await page.platform.control.placeOrder({ region: id, paid: true })
    const kept = () => page.rows('SELECT DISTINCT region_id FROM paid_orders')
    await expect.poll(kept).toHaveLength(2)

    await page.platform.control.uninstall({ regionId: first?.id ?? null })

    await expect.poll(kept).toEqual([{ region_id: second?.id }])
  })

  it('deletes the rows of every region with a store-wide install', async () => {
    vi.stubEnv('SVCAPP_TEST_SHAPE', 'store')
    const page = await startPage(folder, 'events')
    for (const { id } of page.platform.store.regions.slice(0, 2))
      await page.platform.control.placeOrder({ region: id, paid: true })
    const regions = () => page.rows('SELECT DISTINCT region_id FROM paid_orders')
    await expect.poll(regions).toHaveLength(2)

    await page.platform.control.uninstall()

    await expect.poll(regions).toEqual([])
  })

  it('runs a hook after an install', async () => {
    const page = await startPage(folder, 'events', 'src/hooks.ts')

    await expect.poll(() => page.printed().some((line) => /"event":"installed".*"orders":\d/.test(line))).toBe(true)
  })
})

describe('write.md', () => {
  it('writes one cost line and a row for each event of an order', async () => {
    const page = await startPage(folder, 'write')
    const order = await page.platform.control.placeOrder({ paid: true })
    const path = `/orders/${order.id}/costs`
    await page.platform.calls.waitFor({ method: 'PUT', path, status: 200 })

    await page.deliver({ eventId: 'evt_second', data: { orderId: order.id } })

    await expect.poll(() => page.rows('SELECT event_id FROM paid_orders')).toHaveLength(2)
    const { token } = await page.platform.issueToken()
    const headers = { Authorization: `Bearer ${token}` }
    const costs = await fetch(`${page.platform.urls.api}/api/apps/v1${path}`, { headers })
    expect(await costs.json()).toEqual([expect.objectContaining({ externalRef: 'acme-fee', amount: 1.5 })])
  })

  it.each([
    [10.1, '2.5', '0.25'],
    [0.1, '5', '0.01'],
    [0, '2.5', '0.00'],
    ['19.90', '18', '3.58'],
    ['123456789012345678.99', '0.125', '154320986265432.10'],
  ])('computes for %s a fee of %s percent, rounded half up', async (amount, percent, fee) => {
    const { percentOf } = (await pageModule(folder, 'write', 'src/percent-of.ts')) as PercentOf

    expect(String(percentOf(typeof amount === 'number' ? amount : new ExactNumber(amount), percent))).toBe(fee)
  })
})

it('panel.md shows two pages with style and sources, and public pages', async () => {
  const page = await startPage(folder, 'panel')
  await page.platform.control.placeOrder({ paid: true })
  await expect.poll(async () => (await openPanel(page.platform)).text).toContain(', 1 paid')

  const shown = await openPanel(page.platform)
  const orders = await openPanel(page.platform, '/orders')

  expect(shown.html).toMatch(/href="\/panel\/\d+\/\d+\/orders" *>All orders/)
  expect(orders.text).toMatch(/ Paid Orders \d+ orders .*Next page/)
  expect(page.printed()).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/(?:slot|panel page|panel data) failed/)]),
  )
  const { headers } = await page.request('/panel')
  expect(headers.get('content-security-policy')).toContain('img-src https://images.example')
  expect(await (await page.request('/_kit/style.css')).text()).toContain('border-left: 3px')
})

it('slot.md shows an order to a browser that has opened the panel', async () => {
  const page = await startPage(folder, 'slot')
  const order = await page.platform.control.placeOrder({ paid: true })
  const { at, headers } = await page.openedPanel()
  const path = `${at.replace('/panel/', '/slots/order/')}/${order.id}`

  const shown = await page.request(path, { headers })

  expect(await shown.text()).toContain(', paid')
  expect(await (await page.request(path)).text()).toContain('Open the app panel once')
})

it('form.md saves the submitted form, and nothing without the form token of the page', async () => {
  const page = await startPage(folder, 'form')
  const { at, headers } = await page.openedPanel()
  const html = await (await page.request(`${at}/settings`, { headers })).text()
  const hidden = [...html.matchAll(/name="(form\w*)"\s+value="([^"]*)"/g)].map(([, name = '', value]) => [name, value])
  const post = (fields: Readonly<Record<string, string>>) =>
    page.request(`${at}/settings`, { method: 'POST', headers, body: new URLSearchParams(fields) })

  const forged = await post({ greeting: 'Forged' })
  await post({ ...Object.fromEntries(hidden), greeting: 'Hi' })
  const saved = await post({ ...Object.fromEntries(hidden), greeting: 'Hello' })

  expect([forged.status, saved.status, saved.headers.get('location')]).toEqual([403, 303, `${at}/settings`])
  expect(await (await page.request(`${at}/settings`, { headers })).text()).toContain('value="Hello"')
})

it('form.md deletes rows with an action at its own path', async () => {
  const page = await startPage(folder, 'form', 'src/clear.ts')
  const { at, headers } = await page.openedPanel()
  const html = await (await page.request(at, { headers })).text()
  const [, form = ''] = /name="form"\s+value="([^"]*)"/.exec(html) ?? []

  const cleared = await page.request(`${at}/clear`, { method: 'POST', headers, body: new URLSearchParams({ form }) })

  expect([cleared.status, cleared.headers.get('location')]).toEqual([303, `${at}?deleted=0`])
})

it('single-page-panel.md loads orders with its script, and a route shares the session', async () => {
  const page = await startPage(folder, 'single-page-panel')
  const { url } = page.platform.app
  const script = join(folder.of('single-page-panel'), 'web/panel.ts')
  writeFileSync(script, readFileSync(script, 'utf8').replace('https://app.example', url))
  const body = { textContent: '' }
  const posted: unknown[] = []
  vi.stubGlobal('location', new URL(await page.platform.panelUrl()))
  vi.stubGlobal('history', { replaceState: (...given: unknown[]) => posted.push(String(given[2])) })
  vi.stubGlobal('document', { body })
  vi.stubGlobal('parent', { postMessage: (...given: unknown[]) => posted.push(...given) })

  const { load } = (await pageModule(folder, 'single-page-panel', 'web/panel.ts')) as {
    readonly load: (path: string) => Promise<Loaded>
  }
  const { store, items } = await load('/panel/data/orders?page=1')
  const { at, headers } = await page.openedPanel()
  const { GET } = (await pageModule(folder, 'single-page-panel', 'src/route.ts')) as Route
  const own = await GET(new Request(new URL(at, url), { headers }))

  expect(JSON.parse(body.textContent)).toMatchObject({ store, items: expect.any(Array) })
  expect([store, items.length > 0]).toEqual([page.platform.store.name, true])
  expect(posted).toEqual([
    expect.not.stringContaining('embed_token'),
    { type: 'service:ready' },
    'https://admin.example',
  ])
  expect([own.status, await own.json()]).toEqual([200, { store, orders: items.length }])
})

describe('jobs.md', () => {
  it('requests a job that is due in three days', async () => {
    const page = await startPage(folder, 'jobs')

    await page.platform.control.placeOrder({ paid: true })

    const later = `SELECT job FROM svcapp_jobs WHERE due_at > ${Date.now() + 2 * 24 * 60 * 60_000}`
    await expect.poll(() => page.rows(later)).toEqual([{ job: expect.stringContaining('"name":"remind"') }])
  })

  it('copies orders in chunks after an install', async () => {
    const page = await startPage(folder, 'jobs', 'src/copy.ts')
    const [install] = await page.app.installs.list()
    const api = install === undefined ? null : await page.app.installs.api(install)
    const { totalCount = 0 } = (await api?.orders.list()) ?? {}

    await expect.poll(() => page.rows('SELECT event_id FROM paid_orders')).toHaveLength(totalCount)
    expect(totalCount).toBeGreaterThan(0)
  })
})

it('dead-letters.md lists and redrives dead letters from a program', async () => {
  const page = await startPage(folder, 'dead-letters')
  await page.deliver({ data: { orderId: 987_654 } })

  await pageModule(folder, 'dead-letters', 'letters.ts')

  expect(page.printed().some((line) => /^\d{4}-.*Z$/.test(line))).toBe(true)
  expect(page.printed()).toContain('due again:')
  await expect.poll(() => page.app.deadLetters()).toEqual([expect.objectContaining({ name: 'order.paid' })])
})

it('workers.md handles an event on D1 before the response', async () => {
  const platform = await enterPage(folder, 'workers')
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const { binding, db } = d1OnSqlite(readFileSync('migrations/0001_paid_orders.sql', 'utf8'))
  const { default: worker } = (await pageModule(folder, 'workers', 'src/worker.ts')) as {
    readonly default: Worker<object>
  }
  const env = { ...platform.env, DB: binding }
  await serveOn(platform, (request) => worker.fetch(request, env))
  await platform.installApp()

  await platform.control.placeOrder({ paid: true })
  const delivered = await platform.events.waitFor('order.paid')

  expect(db.prepare('SELECT event_id FROM paid_orders').all()).toEqual([{ event_id: delivered.eventId }])
  await expect(worker.scheduled(null, env)).resolves.toBe(undefined)
})

/** What the server of each file responds to its own route. A short run starts one of them. */
const servers = [
  ['hono.ts', 'hello'],
  ['http.ts', 'your own routes'],
  ['express.ts', '{"a":1}'],
  ['express-raw-body.ts', 'Cannot POST'],
  ['fastify.ts', '"statusCode":404'],
] as const

describe('existing-apps.md', () => {
  beforeAll(async () => {
    if (!isLong) return
    const dir = join(folder.starter, '../frameworks')
    mkdirSync(dir)
    writeFileSync(join(dir, 'package.json'), '{"private":true}')
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    await promisify(execFile)('npm', ['install', ...options, 'express@5', 'fastify@5'], { cwd: dir })
    for (const name of ['express', 'fastify'])
      symlinkSync(join(dir, 'node_modules', name), join(folder.starter, 'node_modules', name))
  })

  it.each(isLong ? servers : servers.slice(0, 1))(
    'handles an event in the server of %s, and leaves other requests to that server',
    async (file, text) => {
      const platform = await enterPage(folder, 'existing-apps')
      const data = join(folder.of('existing-apps'), `data-${file}`)
      await platform.startApp({ command: ['node', file], dir: folder.of('existing-apps'), env: { DATA_DIR: data } })
      await platform.installApp()

      const order = await platform.control.placeOrder({ paid: true })

      await platform.calls.waitFor({ path: `/orders/${order.id}`, status: 200 })
      const own = { method: file === 'hono.ts' ? 'GET' : 'POST', headers: { 'Content-Type': 'application/json' } }
      const body = own.method === 'GET' ? null : '{"a":1}'
      const response = await fetch(new URL('/api/hello', platform.app.url), { ...own, body })
      expect(await response.text()).toContain(text)
      expect((await openPanel(platform)).text).toContain(`Hello ${platform.store.name}`)
    },
  )

  it('responds in Next.js routes', async () => {
    const page = await startPage(folder, 'existing-apps', 'svcapp.ts')
    const { POST } = (await pageModule(folder, 'existing-apps', 'app/webhooks/route.ts')) as Route
    const { GET } = (await pageModule(folder, 'existing-apps', 'app/panel/[store]/[region]/data/route.ts')) as Route
    const { at, headers } = await page.openedPanel()
    const url = new URL('/webhooks', page.platform.app.url)

    const delivered = await POST(new Request(url, { method: 'POST', ...signedDelivery(page.platform, {}) }))
    const data = await GET(new Request(new URL(`${at}/data`, url), { headers }))
    const closed = await GET(new Request(new URL(`${at}/data`, url)))

    expect([delivered.status, data.status, closed.status]).toEqual([200, 200, 401])
  })
})

describe('primitives.md', () => {
  it('receives a signed delivery, installs and opens a panel', async () => {
    const platform = await enterPage(folder, 'primitives')
    const { start, finish } = (await pageModule(folder, 'primitives', 'install.ts')) as Install
    const { open } = (await pageModule(folder, 'primitives', 'panel.ts')) as Panel
    const results: object[] = []
    await serveOn(platform, async ({ url }) => {
      const query = new URL(url).searchParams
      if (!query.has('code')) return Response.redirect((await start()).location)
      results.push(await finish(query, async () => true))
      return new Response()
    })
    await platform.installApp().catch(() => {})

    const opened = await open(new Request(await platform.panelUrl()), async () => true)
    const used = await open(new Request(await platform.panelUrl()), async () => false)

    const { id, regions } = platform.store
    expect(results).toEqual([{ owner: `${id}/${regions[0]?.id}`, sealed: expect.stringMatching(/^k1\./) }])
    expect([opened, used]).toEqual([
      { storeId: id, regionId: regions[0]?.id, scope: 'region' },
      { error: 'token_used' },
    ])
    // Its assertions are at the top.
    await pageModule(folder, 'primitives', 'webhook.test.ts')
  })
})

// Those with a platform load all of its sources, which takes seconds.
it.each([
  ['tests', isLong ? ['app', 'cases', 'signature'] : ['signature'], isLong ? 4 : 1],
  ...(isLong ? [['write', ['costs'], 2] as const] : []),
] as const)('the tests in %s.md pass', async (page, names, count) => {
  const argv = ['--test', '--test-isolation=none', ...names.map((name) => `test/${name}.test.ts`)]
  const env = { PATH: process.env['PATH'] }

  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: folder.of(page), env })

  expect(stdout).toContain(`pass ${count}\n`)
})
