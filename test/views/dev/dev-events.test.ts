import { describe, expect, it } from 'vitest'

import type { ArrivalEvent, DeliveryEvent, HeldEvent } from '../../../src/dev/events/delivery-event.ts'
import type { DevEvent, ReadyEvent, TimedEvent } from '../../../src/dev/events/dev-event.ts'
import type { UnsubscribedEvent } from '../../../src/dev/events/platform-event.ts'
import { style } from '../../../src/terminal/style.ts'
import { createDevLines, devEventLine } from '../../../src/views/dev/dev-events.ts'

const looks = { style: style(false), home: 'demo' }

/** A moment of this machine's own day, as its clock shows it. */
const at = new Date(2026, 0, 2, 8, 14, 50).toISOString()

const delivery: DeliveryEvent = {
  event: 'delivery',
  eventId: 'evt_0123456789abcdef',
  topic: 'order.paid',
  storeId: '1001',
  regionId: '7',
  status: 200,
  ms: 51,
  mark: 'first',
  outcome: 'forwarded',
  error: null,
  orderNumber: '20',
  storeCode: 'demo',
  regionCode: 'tr',
  deliveryId: 3,
}

const held: HeldEvent = {
  event: 'slow-delivery',
  deliveryId: 3,
  eventId: 'evt_0123456789abcdef',
  topic: 'order.paid',
  orderNumber: '20',
  storeId: '1001',
  regionId: '7',
  storeCode: 'demo',
  regionCode: 'tr',
  ms: 10_000,
  acknowledged: false,
}

const arrival: ArrivalEvent = {
  event: 'arrival',
  deliveryId: 3,
  eventId: 'evt_0123456789abcdef',
  topic: 'order.paid',
  orderNumber: '20',
  storeId: '1001',
  regionId: '7',
  storeCode: 'demo',
  regionCode: 'tr',
  result: 'delivery',
}

const unsubscribed: UnsubscribedEvent = {
  event: 'unsubscribed',
  topic: 'order.paid',
  storeId: '1001',
  regionId: '2',
  storeCode: 'demo',
  regionCode: 'de',
  orderNumber: 'DEMO-20',
  installed: false,
  remedy: { next: 'app install --region de', key: null },
}

const call: DevEvent = {
  event: 'call',
  method: 'GET',
  path: '/api/apps/v1/orders/43',
  pin: '7',
  regionCode: 'tr',
  status: 200,
  ms: 4.4,
  note: null,
}

const installed: DevEvent = {
  event: 'installed',
  storeId: '1001',
  regionId: '7',
  installScope: 'region',
  scopes: ['orders.read'],
  storeName: 'Demo',
  storedIn: 'the keychain',
  alreadyInstalled: false,
}

it.each<[string, TimedEvent]>([
  [
    '✓ emulator started, platform default, state in /home/me/svcapp/emulator',
    {
      event: 'emulator',
      mode: 'started',
      platform: 'default',
      folder: '/home/me/svcapp/emulator',
      api: 'a',
      admin: 'b',
      portal: 'c',
      storefront: 'd',
    },
  ],
  [
    '✓ app.acme.loyalty registered\n  ! careful',
    { event: 'registered', appKey: 'app.acme.loyalty', created: true, warnings: ['careful'] },
  ],
  ['✓ test store Demo (demo) created', { event: 'store', code: 'demo', name: 'Demo', created: true }],
  ['✓ npm start (pid 12, 1.3 s)', { event: 'app-listening', pid: 12, command: ['npm', 'start'], url: 'u', ms: 1250 }],
  ['08:14:50 ← order.paid #20 tr 200 51 ms', { ...delivery, at }],
  ['← order.paid DEMO-1041 small/tr 200 51 ms', { ...delivery, orderNumber: 'DEMO-1041', storeCode: 'small' }],
  [
    '← order.paid …abcdef store 1001 region 7 200 51 ms',
    { ...delivery, orderNumber: null, storeCode: null, regionCode: null },
  ],
  [
    '08:14:50 ← order.paid #20 tr 502 3 ms  the same event again\n           the app does not listen',
    { ...delivery, status: 502, ms: 3, mark: 'duplicate', outcome: 'app-failed', error: 'app-unreachable', at },
  ],
  ['← order.paid #20 tr 500 51 ms\n           rejected by the app', { ...delivery, status: 500 }],
  ['← order.paid #20 tr 200 51 ms  too late: the platform stopped waiting', { ...delivery, tooLate: true }],
  [
    '← order.paid #20 tr 200 51 ms  the same event again\n           not forwarded, because the app has already accepted this event',
    { ...delivery, mark: 'duplicate', outcome: 'held-back' },
  ],
  [
    '08:14:50 ← NOT VERIFIED: too-old, rejected with 401 (100 times so far)\n           the clock',
    { event: 'rejected', reason: 'too-old', status: 401, count: 100, hint: 'the clock', at },
  ],
  ['! the emulator stopped: app emulator start', { event: 'emulator-stopped', next: 'app emulator start' }],
  ['✓ the emulator is running again', { event: 'emulator-restarted', change: null }],
  [
    '! the emulator is running again, but at different addresses: press q to stop, then run `app dev`',
    { event: 'emulator-restarted', change: 'addresses' },
  ],
  [
    '! another emulator with other data is running: press q to stop, then run `app dev`',
    { event: 'emulator-restarted', change: 'data' },
  ],
  ['→ GET /orders/43 tr 200 4 ms', call],
  [
    '→ POST /api/apps/oauth/token 401 4 ms\n           the code, client id or client secret is invalid',
    { ...call, method: 'POST', path: '/api/apps/oauth/token', pin: null, status: 401 },
  ],
  ['08:14:50 → GET /orders/43 tr 401 4 ms  token rejected', { ...call, status: 401, at }],
  [
    '→ GET /orders/43 tr 401 4 ms\n           the region does not belong to this install, or the token is revoked',
    { ...call, status: 401, note: 'token-or-region-rejected' },
  ],
  [
    '→ GET /orders/43 tr no response 4 ms\n           the platform does not respond',
    { ...call, status: null, note: 'platform-unreachable' },
  ],
  ['→ GET /a 500 4 ms\n           the platform failed', { ...call, path: '/a', pin: null, status: 500 }],
  [
    '→ GET /a 400 4 ms\n           a store-wide token needs a region for this call: send X-Region-Id',
    { ...call, path: '/a', pin: null, status: 400, note: 'pin-missing' },
  ],
  [
    '→ GET /a 403 4 ms\n           ask for products.read',
    { ...call, path: '/a', pin: null, status: 403, hint: 'ask for products.read' },
  ],
  ['✓ installed in Demo, tr: orders.read', { ...installed, regionCode: 'tr' }],
  [
    '! installed in Demo, tr, but app.toml has install_scope = "store": change install_scope in the developer console, uninstall the app in the store admin, then reinstall it',
    { ...installed, regionCode: 'tr', wantedScope: 'store' },
  ],
  ['✓ already installed in Demo, region 7: orders.read', { ...installed, alreadyInstalled: true, storedIn: null }],
  ['✓ installed in Demo, region 7: orders.read (this tool did not store the token)', { ...installed, storedIn: null }],
  [
    '✗ The app exited (code 1).\n  src/server.ts:5  SyntaxError: Expression expected\n  Waiting for a change.',
    {
      event: 'app-failed',
      reason: 'The app exited (code 1).',
      location: 'src/server.ts:5',
      message: 'SyntaxError: Expression expected',
      advice: null,
      holder: null,
      restartInMs: null,
    },
  ],
  [
    '✗ Port 3000 of the app is in use by node x.mjs (pid 7).\n  Stop that process.\n  Your app restarts when node x.mjs (pid 7) releases the port.',
    {
      event: 'app-failed',
      reason: 'Port 3000 of the app is in use by node x.mjs (pid 7).',
      location: null,
      message: 'Stop that process.',
      advice: null,
      holder: 'node x.mjs (pid 7)',
      restartInMs: null,
    },
  ],
  [
    "✗ The app exited (code 1).\n  Cannot find package 'hono'\n  Run npm install\n  Restarting in 2 s, or after a change.",
    {
      event: 'app-failed',
      reason: 'The app exited (code 1).',
      location: null,
      message: "Cannot find package 'hono'",
      advice: 'npm install',
      holder: null,
      restartInMs: 2000,
    },
  ],
  [
    '↻ src/a.ts and 2 more changed: the app restarts',
    { event: 'restart', reason: 'change', files: ['src/a.ts', 'b', 'c'] },
  ],
  ['↻ The app restarts', { event: 'restart', reason: 'request', files: [] }],
  ['✓ app.toml: scopes, dev.port changed', { event: 'config', changed: ['scopes', 'dev.port'], problem: null }],
  [
    '✗ the new app.toml was not applied, so the previous one stays in use:\n  app.toml:3: no\n  app.toml:4: neither',
    { event: 'config', changed: [], problem: 'app.toml:3: no\napp.toml:4: neither' },
  ],
  [
    '! orders.read is required but not granted in Demo: run `app install --approve` to reinstall',
    { event: 'consent-needed', scopes: ['orders.read'], storeName: 'Demo', next: 'app install --approve' },
  ],
  [
    '08:14:50 · order.paid DEMO-20 in de: no subscriptions\n           the app is not installed there: run `app install --region de` to install it',
    { ...unsubscribed, at },
  ],
  [
    '· order.paid DEMO-20 in de: no subscriptions\n           this install lacks the topic: run `app webhook why order.paid` to see why',
    { ...unsubscribed, installed: true, remedy: { next: 'app webhook why order.paid', key: null } },
  ],
  [
    "! uninstalled from demo: the app's token is revoked\n           run `app install` to reinstall the app",
    {
      event: 'uninstalled',
      storeId: '1001',
      regionId: null,
      storeCode: 'demo',
      regionCode: null,
      remedy: { next: 'app install', key: 'i' },
    },
  ],
  [
    "08:14:50 ← order.paid #20 tr no response after 10 s\n           waiting for your app's response, but the platform stopped waiting and resends the delivery",
    { ...held, at },
  ],
  [
    "← order.paid #20 tr no response after 10 s\n           waiting for your app's response",
    { ...held, acknowledged: true },
  ],
  [
    "! the app's token is invalid in tr: the app was reinstalled elsewhere\n           run `app install` to reinstall it",
    {
      event: 'token-invalid',
      storeId: '1001',
      regionId: '1',
      storeCode: 'demo',
      regionCode: 'tr',
      reason: 'replaced',
      remedy: { next: 'app install', key: 'i' },
    },
  ],
  [
    "✓ the app's token works again in tr",
    { event: 'token-restored', storeId: '1001', regionId: '1', storeCode: 'demo', regionCode: 'tr' },
  ],
  [
    'The last failure:\n← order.paid #20 tr 500 51 ms\n           rejected by the app\n  │ no\\u001b\n  │ way\n  App output for this delivery:\n  │ Error: no\\u001b database\n  app webhook show 3',
    {
      event: 'failure',
      failed: { ...delivery, status: 500 },
      response: 'no\u001b\nway',
      output: ['Error: no\u001b database'],
      next: ['app webhook show 3'],
    },
  ],
  ['  app ! no database', { event: 'app-output', stream: 'stderr', line: 'no database' }],
  ['', { event: 'app-output', stream: 'stderr', line: '.env not found. Continuing without it.' }],
  [
    '  app | (node:1) ExperimentalWarning: SQLite',
    { event: 'app-output', stream: 'stderr', line: '(node:1) ExperimentalWarning: SQLite' },
  ],
])('%s', (line, event) => {
  expect(devEventLine(event, looks)).toBe(line)
})

it('shows the time of the last failure, once', () => {
  const failed: TimedEvent = {
    event: 'app-failed',
    reason: 'exit code 1',
    message: null,
    location: null,
    advice: null,
    holder: null,
    restartInMs: null,
    at,
  }
  const shown = (one: TimedEvent) =>
    devEventLine({ event: 'failure', failed: one, response: null, output: [], next: [] }, looks).split('\n')[1]

  expect(shown(failed)).toMatch(/^08:14:50 +✗ exit code 1/)
  expect(shown({ ...delivery, status: 500, at })).toMatch(/^08:14:50 +← order\.paid(?!.*08:14:50)/)
})

it('suggests keys if they can be pressed', () => {
  const missing: DevEvent = { event: 'consent-needed', scopes: ['a', 'b'], storeName: 'Demo' }

  expect(devEventLine(missing, { ...looks, keys: true })).toBe(
    '! a, b are required but not granted in Demo: press i to reinstall',
  )
  expect(devEventLine({ ...missing, scopes: [], topics: ['order.shipped'] }, { ...looks, keys: true })).toBe(
    '! Demo is not subscribed to order.shipped: press i to reinstall',
  )
  expect(
    devEventLine({ ...unsubscribed, remedy: { next: 'app install', key: 'i' } }, { ...looks, keys: true }),
  ).toContain('the app is not installed there: press i to install it')
})

const ready: ReadyEvent = {
  event: 'ready',
  appKey: 'app.acme.loyalty',
  target: 'emulator',
  pid: 1,
  app: 'http://127.0.0.1:3000',
  gateway: 'http://127.0.0.1:4810',
  outbound: 'http://127.0.0.1:4811',
  tunnel: null,
  admin: 'http://localhost:4801',
  webhooks: 'http://127.0.0.1:4810/webhooks',
  portal: 'http://127.0.0.1:4802',
  storefront: 'http://127.0.0.1:4803/demo',
  inspector: 'http://127.0.0.1:4812/#token=b8ea84b467221c1c-baf5b5b95b70dbfa',
  store: 'demo',
  health: 'http://127.0.0.1:4812/health',
}

const pages = {
  admin: 'http://localhost:4801/open#key=jC2xrC5Udx4A3bYXViSeMA&store=demo',
  portal: 'http://127.0.0.1:4802/open#key=jC2xrC5Udx4A3bYXViSeMA',
  data: 'http://127.0.0.1:4802/open#key=jC2xrC5Udx4A3bYXViSeMA&data=demo',
}

it('shows sign-in links, and in a narrow terminal the keys that open the pages', () => {
  expect(devEventLine(ready, { ...looks, keys: true, pages, width: 80 })).toBe(`\
Ready on the emulator. Ctrl-C stops everything.
  App          http://127.0.0.1:3000
  Store admin  ${pages.admin}
  Storefront   http://127.0.0.1:4803/demo
  Portal       ${pages.portal}
  Data         ${pages.data}
  Inspector    http://127.0.0.1:4812/#token=b8ea84b467221c1c-baf5b5b95b70dbfa`)
  expect(devEventLine(ready, { ...looks, keys: true, pages, width: 50 })).toBe(`\
Ready on the emulator. Ctrl-C stops everything.
  App          http://127.0.0.1:3000
  Store admin  http://localhost:4801  a opens it
  Storefront   http://127.0.0.1:4803/demo
  Portal       http://127.0.0.1:4802  p opens it
  Data         http://127.0.0.1:4802/data/demo
  app open data
  Inspector    http://127.0.0.1:4812  w opens it`)
})

it('a pipe gets no sign-in link, and a terminal with links opens it through the short one', () => {
  expect(devEventLine(ready, { ...looks, pages })).not.toContain('#')
  expect(devEventLine(ready, { ...looks, pages })).toContain('http://127.0.0.1:4802  app open portal\n')
  expect(devEventLine(ready, { ...looks, pages, links: true, width: 50 })).toContain(
    `\u001b]8;;${pages.admin}\u0007http://localhost:4801\u001b]8;;\u0007`,
  )
})

const evil = `\u001b]52;c;cHduZWQ=\u0007\u001b[2J\u009b31m\u202e\u2028\r\b\u0000`

it.each<[string, DevEvent]>([
  ['eventId and topic', { ...delivery, eventId: evil, topic: evil, regionId: evil, orderNumber: null }],
  ['order number and codes', { ...delivery, orderNumber: evil, storeCode: evil, regionCode: evil }],
  ['app output', { event: 'app-output', stream: 'stdout', line: evil }],
  ['store name', { event: 'store', code: evil, name: evil, created: true }],
  ['path and pin', { ...call, method: evil, path: evil, pin: evil, regionCode: null }],
  ['hint of the platform', { ...call, hint: evil }],
  [
    'what a failed app said',
    { event: 'app-failed', reason: evil, location: evil, message: evil, advice: evil, holder: evil, restartInMs: null },
  ],
  ['files that changed', { event: 'restart', reason: 'change', files: [evil] }],
  ['what is wrong with app.toml', { event: 'config', changed: [], problem: evil }],
  [
    'an order that nobody heard of',
    { ...unsubscribed, topic: evil, orderNumber: evil, remedy: { next: evil, key: null } },
  ],
  ['missing scopes', { event: 'consent-needed', scopes: [evil], storeName: evil, next: evil }],
  [
    'the last failure',
    { event: 'failure', failed: { ...delivery, topic: evil }, response: evil, output: [evil], next: [evil] },
  ],
  [
    'store name and scopes of an install',
    { ...installed, regionId: null, installScope: 'store', scopes: [evil], storeName: evil, storedIn: null },
  ],
  ['notice', { event: 'notice', text: evil }],
  ['order', { event: 'order-placed', orderNumber: evil, store: evil, reason: 'x' }],
  ['warning', { event: 'registered', appKey: evil, created: false, warnings: [evil] }],
])('T21 control characters in %s are shown and not obeyed', (_, event) => {
  const line = devEventLine(event, looks)

  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  expect(line.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\u2028]/)
  expect(line).toContain('\\u001b')
})

it.each<[string, DevEvent & { readonly at?: string }, string]>([
  [
    'below the time',
    { ...unsubscribed, installed: true, at },
    '08:14:50 · order.paid DEMO-20 in de:\n           no subscriptions\n           this install lacks the\n           topic: run\n           `app install --region de`\n           to see why',
  ],
  [
    'below the name of the app',
    { event: 'app-output', stream: 'stdout', line: 'listens on a port that is free and its own' },
    '  app | listens on a port that is free\n        and its own',
  ],
  [
    'to the right of a notice',
    { event: 'notice', text: 'Installing through the app, which has no token.' },
    'Installing through the app, which has\n  no token.',
  ],
])('breaks a long line between words, %s', (_, event, lines) => {
  for (const colour of [false, true]) {
    const line = devEventLine(event, { ...looks, width: 38, style: style(colour) })
    // oxlint-disable-next-line no-control-regex -- our own colours
    expect(line.replaceAll(/\u001b\[\d+m/g, '')).toBe(lines)
  }
})

it('a delivery shows the time of the app if it is not the total', () => {
  const line = (appMs: number) => devEventLine({ ...delivery, at, ms: 178, appMs }, looks)

  expect(line(104.5)).toContain('178 ms, the app 105 ms')
  expect(line(177.6)).not.toContain('the app')
})

it('a replay that the app rejects is not shown as delivered', () => {
  const attempt = {
    event: 'attempt',
    at,
    deliveryId: 3,
    eventId: null,
    topic: 'order.paid',
    orderNumber: '20',
    error: null,
    ms: 12,
    state: 'delivered',
    nextAttemptAt: null,
  } as const

  expect(devEventLine({ ...attempt, status: 401 }, looks)).toMatch(/order\.paid .*401.* was delivered before$/)
  expect(devEventLine({ ...attempt, status: 200 }, looks)).toMatch(/200.* delivered$/)
})

it('a delivery to an app that is down shows that it waits, not the time of the attempt', () => {
  const attempt = {
    event: 'attempt',
    at,
    deliveryId: 3,
    eventId: null,
    topic: 'order.paid',
    orderNumber: '20',
    status: null,
    ms: 22,
    state: 'pending',
    nextAttemptAt: at,
  } as const

  expect(devEventLine({ ...attempt, error: 'app-unreachable' }, looks)).toMatch(/22 ms waiting until the app starts\n/)
  expect(devEventLine({ ...attempt, error: 'app-timeout' }, looks)).toMatch(/22 ms waiting, retry at \d\d:\d\d:\d\d\n/)
})

describe('the output lines of a delivery and its effects', () => {
  const output: DevEvent = { event: 'app-output', stream: 'stdout', line: 'counted' }
  const minor: DevEvent = { event: 'app-output', stream: 'stderr', line: '.env not found. Continuing without it.' }
  const attempt: DevEvent = {
    event: 'attempt',
    deliveryId: 3,
    eventId: 'evt_0123456789abcdef',
    topic: 'order.paid',
    orderNumber: '20',
    status: 200,
    error: null,
    ms: 9,
    state: 'delivered',
    nextAttemptAt: null,
  }
  const shown = (events: readonly DevEvent[]) => {
    const lineOf = createDevLines()
    return events.map((event) => lineOf(event, looks)).filter((text) => text !== '')
  }

  it('prints the arrival before the output and the calls of the app', () => {
    expect(shown([arrival, output, call, delivery])).toEqual([
      '← order.paid #20 tr …\n  app | counted',
      '→ GET /orders/43 tr 200 4 ms',
      '← order.paid #20 tr 200 51 ms',
    ])
  })

  it('prints one line for a delivery without output', () => {
    expect(shown([arrival, minor, { event: 'notice', text: 'x' }, delivery, output])).toEqual([
      'x',
      '← order.paid #20 tr 200 51 ms',
      '  app | counted',
    ])
  })

  it('prints each of several arrivals once, in order', () => {
    const second = { ...arrival, deliveryId: 4, orderNumber: '21' }

    expect(
      shown([arrival, second, output, output, { ...delivery, deliveryId: 4, orderNumber: '21' }, delivery]),
    ).toEqual([
      '← order.paid #20 tr …\n← order.paid #21 tr …\n  app | counted',
      '  app | counted',
      '← order.paid #21 tr 200 51 ms',
      '← order.paid #20 tr 200 51 ms',
    ])
  })

  it('prints a retry or replay before its output, and nothing twice for one without a response', () => {
    expect(shown([{ ...arrival, result: 'attempt' }, output, attempt])).toEqual([
      '↻ order.paid #20 tr …\n  app | counted',
      '↻ order.paid #20 200 9 ms delivered',
    ])
    expect(shown([arrival, held, output])).toEqual([devEventLine(held, looks), '  app | counted'])
  })
})
