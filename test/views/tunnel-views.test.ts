import { expect, it } from 'vitest'

import type { DevEvent } from '../../src/dev/events/dev-event.ts'
import { fitParts } from '../../src/terminal/status-line.ts'
import { style } from '../../src/terminal/style.ts'
import { devEventLine } from '../../src/views/dev/dev-events.ts'
import { devStatusParts } from '../../src/views/dev/dev-status.ts'

const plain = style(false)

it('the status line shows that the emulator is down', () => {
  const status = { target: 'emulator', store: 'demo', app: 'http://127.0.0.1:3000', isUp: true, isPlatformUp: false }
  const parts = devStatusParts({ ...status, deliveries: {}, held: 0, spent: null, tunnel: null }, plain)

  expect(fitParts(parts, 50)).toBe('emulator demo  ·  emulator DOWN  ·  ? keys')
})

it.each<[string, DevEvent]>([
  [
    '✓ tunnel https://a.example reaches this machine (quic)',
    { event: 'tunnel-up', url: 'https://a.example', protocol: 'quic' },
  ],
  ['✓ tunnel https://a.example reaches this machine', { event: 'tunnel-up', url: 'https://a.example', protocol: null }],
  [
    '! THE TUNNEL IS DOWN (gone\\u001b): nothing from the internet arrives, restarting in 2 s. Events sent meanwhile arrive only if the platform resends them later.',
    { event: 'tunnel-down', reason: 'gone\u001b', retryInMs: 1999 },
  ],
  [
    '! THE TUNNEL IS DOWN (gone): nothing from the internet arrives. Events sent meanwhile arrive only if the platform resends them later.',
    { event: 'tunnel-down', reason: 'gone', retryInMs: null },
  ],
  [
    '! THE PUBLIC ADDRESS HAS CHANGED from https://a.example to https://b.example',
    { event: 'tunnel-changed', from: 'https://a.example', to: 'https://b.example' },
  ],
  ['QUIC is closed', { event: 'tunnel-notice', text: 'QUIC is closed' }],
])('P10 tells %s', (line, event) => {
  expect(devEventLine(event, { style: plain })).toBe(line)
})

it.each([
  [null, '0 delivered'],
  [{ url: 'https://a.example', isUp: true }, '0 delivered  ·  tunnel https://a.example'],
  [{ url: 'https://a.example', isUp: false }, '0 delivered  ·  tunnel DOWN'],
])('the status line shows the tunnel %j', (tunnel, text) => {
  const status = {
    target: 'emulator',
    store: 'demo',
    app: 'http://127.0.0.1:3000',
    isUp: true,
    isPlatformUp: true,
    deliveries: {},
  }

  expect(fitParts(devStatusParts({ ...status, held: 0, spent: null, tunnel }, plain), 120)).toBe(
    `emulator demo  ·  ${text}  ·  ? keys  ·  http://127.0.0.1:3000`,
  )
})

it.each([
  [
    130,
    'emulator demo  ·  app DOWN  ·  4 delivered  ·  2 dead (x: retry)  ·  9/600 calls/min  ·  ? keys  ·  http://127.0.0.1:3000',
  ],
  [80, 'emulator demo  ·  app DOWN  ·  4 delivered  ·  2 dead (x: retry)  ·  ? keys'],
  [50, 'app DOWN  ·  2 dead (x: retry)  ·  ? keys'],
])('at %i columns the status line keeps problems and truncates no address (P10)', (width, line) => {
  const deliveries = { delivered: 4, dead_letter: 2 }
  const status = {
    target: 'emulator',
    store: 'demo',
    app: 'http://127.0.0.1:3000',
    isUp: false,
    isPlatformUp: true,
    deliveries,
    held: 0,
    spent: 9,
  }

  expect(fitParts(devStatusParts({ ...status, tunnel: null }, plain), width)).toBe(line)
})

const difference = { differs: true, before: null, consequences: [] }

it.each<[string, DevEvent]>([
  [
    '✓ LIVE platform, app.acme.loyalty: API https://api.example, store admin https://store.example',
    { event: 'live', appKey: 'app.acme.loyalty', api: 'https://api.example', admin: 'https://store.example' },
  ],
  [
    '✓ the developer console needs no changes for app.acme.loyalty',
    { event: 'portal', appKey: 'app.acme.loyalty', advice: 'none', changes: [], note: null },
  ],
  [
    `Enter these values in the developer console for app.acme.loyalty (this tool cannot read or change it):
  webhook_url          https://b.example/webhooks
                       was https://a.example/webhooks
                       Gone\\u001b.
  admin_manifest_json  {"appUrl":"https://b.example"}
  a note`,
    {
      event: 'portal',
      appKey: 'app.acme.loyalty',
      advice: 'change',
      changes: [
        {
          ...difference,
          field: 'webhook_url',
          value: 'https://b.example/webhooks',
          before: 'https://a.example/webhooks',
          consequences: ['Gone\u001b.'],
        },
        { ...difference, field: 'admin_manifest_json', value: '{"appUrl":"https://b.example"}', before: '{}' },
      ],
      note: 'a note',
    },
  ],
  [
    `The developer console must already show exactly these values for the published app.acme.loyalty. Change nothing there:
  countries    all (global app)
  price        free
  webhook_url  none`,
    {
      event: 'portal',
      appKey: 'app.acme.loyalty',
      advice: 'compare',
      changes: [
        { ...difference, field: 'countries', value: [] },
        { ...difference, field: 'price', value: null },
        { ...difference, field: 'webhook_url', value: null, consequences: ['Back to review.'] },
      ],
      note: null,
    },
  ],
  [
    `! Enter these values in the developer console for app.acme.loyalty first, then run \`app install --target live\`:
  requested_scopes  orders.read products.read
                    was none
                    Again.
  webhook_topics    order.paid
                    Again.`,
    {
      event: 'portal',
      appKey: 'app.acme.loyalty',
      advice: 'change-then-install',
      changes: [
        {
          ...difference,
          field: 'requested_scopes',
          value: ['orders.read', 'products.read'],
          before: [],
          consequences: ['Again.'],
        },
        {
          ...difference,
          field: 'webhook_topics',
          value: ['order.paid'],
          consequences: ['Again.'],
        },
      ],
      note: null,
    },
  ],
  [
    '✓ verified: the platform accepts the token, store demo\\u001b, regions de tr',
    { event: 'verified', storeId: '1', storeCode: 'demo\u001b', regions: ['de', 'tr'], problem: null },
  ],
  [
    '! the token could not be verified: 401',
    { event: 'verified', storeId: '1', storeCode: null, regions: [], problem: '401' },
  ],
  ['➜ Install  u', { event: 'install-address', url: 'u', opened: false, singleUse: false }],
])('T21 live: %s', (line, event) => {
  expect(devEventLine(event, { style: plain })).toBe(line)
})
