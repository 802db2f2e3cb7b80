import { expect, it } from 'vitest'

import type { DevEvent } from '../../src/dev/dev-event.ts'
import { style } from '../../src/terminal/style.ts'
import { devEventLine } from '../../src/views/dev-events.ts'

const plain = style(false)

const delivery: DevEvent = {
  event: 'delivery',
  eventId: 'e-1',
  topic: 'order.created',
  storeId: '1001',
  regionId: '7',
  status: 200,
  ms: 12,
  mark: 'first',
  outcome: 'forwarded',
  error: null,
}

it.each<[string, DevEvent]>([
  [
    '✓ emulator started: API a, admin b, portal c (app portal opens it)',
    { event: 'emulator', how: 'started', api: 'a', admin: 'b', portal: 'c' },
  ],
  [
    '✓ app.acme.loyalty registered\n  ! careful',
    { event: 'registered', appKey: 'app.acme.loyalty', created: true, warnings: ['careful'] },
  ],
  ['✓ test store Demo (demo) opened', { event: 'store', code: 'demo', name: 'Demo', opened: true }],
  ['<- order.created e-1 store 1001 region 7  verified  200  12 ms', delivery],
  [
    '<- order.created e-1 store 1001  verified  502  3 ms  duplicate, app-failed, app-unreachable',
    {
      ...delivery,
      regionId: null,
      status: 502,
      ms: 3,
      mark: 'duplicate',
      outcome: 'app-failed',
      error: 'app-unreachable',
    },
  ],
  [
    '<- refused 401 too-old (100 times so far)\n   the clock',
    { event: 'refused', reason: 'too-old', status: 401, count: 100, hint: 'the clock' },
  ],
  [
    '-> GET /api/apps/v1/orders region 7  200  4 ms',
    { event: 'call', method: 'GET', path: '/api/apps/v1/orders', pin: '7', status: 200, ms: 4, note: null },
  ],
  [
    '-> GET /a  400  4 ms a store-wide token needs a region here: send X-Region-Id',
    { event: 'call', method: 'GET', path: '/a', pin: null, status: 400, ms: 4, note: 'pin-missing' },
  ],
  [
    '✓ installed in Demo, region 7: orders.read (token in the keychain)',
    {
      event: 'installed',
      storeId: '1001',
      regionId: '7',
      installScope: 'region',
      scopes: ['orders.read'],
      storeName: 'Demo',
      keptIn: 'the keychain',
      already: false,
    },
  ],
])('%s', (line, event) => {
  expect(devEventLine(event, plain)).toBe(line)
})

const evil = `\u001b]52;c;cHduZWQ=\u0007\u001b[2J\u009b31m\u202e\u2028\r\b\u0000`

it.each<[string, DevEvent]>([
  ['eventId and topic', { ...delivery, eventId: evil, topic: evil, regionId: evil }],
  ['app output', { event: 'app-output', stream: 'stdout', line: evil }],
  ['store name', { event: 'store', code: evil, name: evil, opened: true }],
  ['path and pin', { event: 'call', method: evil, path: evil, pin: evil, status: 200, ms: 1, note: null }],
  [
    'store name and scopes of an install',
    {
      event: 'installed',
      storeId: '1',
      regionId: null,
      installScope: 'store',
      scopes: [evil],
      storeName: evil,
      keptIn: null,
      already: false,
    },
  ],
  ['notice', { event: 'notice', text: evil }],
  ['order', { event: 'order-placed', orderNumber: evil, store: evil, why: 'x' }],
  ['warning', { event: 'registered', appKey: evil, created: false, warnings: [evil] }],
])('T21 control characters in %s are shown and not obeyed', (_, event) => {
  const line = devEventLine(event, plain)

  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  expect(line.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\u2028]/)
  expect(line).toContain('\\u001b')
})
