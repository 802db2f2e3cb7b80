import { Buffer } from 'node:buffer'

import { ExactNumber } from '../../src/text/json.ts'
import type { Looks } from '../../src/views/view.ts'

/** What a table is shown with: long, foreign and hostile, as the days of real stores have it. */
const LONG = 'Très long nom de produit à rallonge, coton bio peigné, édition limitée'
const CJK = '東京限定 プレミアム Tシャツ 🇯🇵'
const FAMILY = '👨‍👩‍👧‍👦 Aile boyu battaniye 👍🏽'
const HOSTILE = 'قميص\u202e \u001b[2J\tquotes "\'` <b>&amp;\u00ad'
const KEY = 'app.sehirlerarasi-kargo.sadakat-programi'
const EVENT = 'evt_3924a1f0-77c2-4f1e-9a3b-0d9c1f2e4b6a'
const BIG = new ExactNumber('9007199254740993')

/** Local noon, so that a snapshot is the same in every time zone. */
const NOW = new Date(2026, 10, 21, 12, 0, 0)
const today = new Date(2026, 10, 21, 8, 14, 50)
const earlier = new Date(2026, 9, 3, 23, 59, 59)
const at = (date: Date) => date.toISOString()

const region = (id: number, code: string, currencyCode: string, countryCode: string) => ({
  id,
  code,
  currencyCode,
  countryCode,
  languageCode: code,
  domain: `${code}.demo.example`,
  isDefault: id === 1,
})
const regions = [
  region(1, 'tr', 'TRY', 'TR'),
  region(2, 'jp', 'JPY', 'JP'),
  region(31_337, 'kw-kuwait-city', 'KWD', 'KW'),
]

const ofPage = { totalCount: 41, page: 1, pageSize: 20 }

const order = (id: unknown, name: string | null, grandTotal: unknown, currency: string) => ({
  id,
  orderNumber: `DEMO-${String(id)}`,
  status: 'partially_refunded',
  grandTotal,
  currency,
  itemCount: 12,
  orderSource: 'marketplace.trendyol',
  customer: {
    name,
    email: null,
  },
})

const product = (id: unknown, name: string, price: unknown, currency: string) => ({
  id,
  name,
  sku: 'TSHIRT-ORGANIC-XXL-NAVY-2026',
  status: 'A',
  price,
  currency,
  stockQuantity: 1e5,
})

const delivery = (id: number, storeId: number, state: string) => ({
  id,
  eventId: EVENT,
  appKey: KEY,
  storeId,
  regionId: 31337,
  topic: 'fulfillment.request.cancelled',
  state,
  attempts: 5,
  nextAttemptAt: at(today),
  lastStatus: null,
  createdAt: at(earlier),
  deliveredAt: null,
  lastError: 'connect ECONNREFUSED 127.0.0.1:4810 while the app was being started again',
})

const journaled = (id: number, storeId: number, state: string) => ({
  id,
  receivedAt: at(id % 2 === 0 ? today : earlier),
  topic: 'shipment.create_requested',
  eventId: EVENT,
  storeId,
  regionId: 2,
  state,
  mark: 'duplicate',
  attempts: 3,
  nextAttemptAt: null,
  lastStatus: 503,
  lastError: null,
})

const causedCall = (linkedBy: 'attempt' | 'guess', path: string) => ({
  id: 7,
  startedAt: today.toISOString(),
  endedAt: today.toISOString(),
  method: 'GET',
  path: `/orders/${path}`,
  status: 200,
  ms: 12.5,
  linkedBy,
  attemptId: linkedBy === 'guess' ? null : 3,
})

const attempt = (status: number | null, error: string | null) => ({
  id: 1,
  deliveryId: 42,
  at: today,
  status,
  ms: 10051,
  error,
  kind: 'replay',
  answer: HOSTILE,
  sentTo: 'http://127.0.0.1:3000/webhooks/service?and=a&very=long&query=string',
})

const attribute = (id: number, label: string) => ({
  id,
  key: 'renk_ve_desen_kombinasyonu',
  label,
  attrType: 'select',
  isVariantAxis: 1,
  valueCount: 120,
  categoryIds: [1, 22, 333, 4444, 55555, 666666],
  isRequired: true,
  isMulti: false,
  allowedValues: ['kırmızı', '赤', 'أحمر', LONG],
})

const assumption = (id: string, endpoints: readonly string[]) => ({
  id,
  question: 'Which status a store answers with when the order was deleted while an app was reading it.',
  endpoints,
  choice: '404 with the message of the documents; see `app emulator settings list` for the other reading.',
  setting: 'orders.deletedStatus',
  value: 404,
})

const scope = (name: string, requested: string, held: boolean) => ({
  scope: name,
  grants: 'Write what an order costs: shipping, commission, packaging. One line per reference.',
  state: 'undocumented',
  endpoints: [
    {
      id: 'a.b',
      method: 'GET',
      path: '/x',
    },
  ],
  topics: [],
  requested,
  granted: held,
})

const store = (id: number, code: string, name: string, current: boolean) => ({
  id,
  code,
  name,
  domain: `${code}.example`,
  regions,
  current,
  testStore: !current,
})

const token = (storeCode: string, backend: string | null) => ({
  target: 'https://api.platform.example',
  appKey: KEY,
  storeId: 1001,
  storeCode,
  regionId: 2,
  regionCode: 'jp',
  installScope: 'region',
  installedAt: at(earlier),
  backend,
  where: '/home/somebody/.local/share/svcapp/secrets',
})

/** For each exported view that shows a table or entries: what to show with it, by `file#export`. */
export const samples: Readonly<Record<string, unknown>> = {
  'emulator/assumptions#wholeChoices': [assumption('B36', ['orders.get', 'orders.list']), assumption('N4', [])],
  'call/attributes#attributeTable': { items: [attribute(7, LONG), attribute(8, CJK), attribute(9, HOSTILE)] },
  'call/attributes#valueTable': {
    items: [LONG, CJK, FAMILY].map((label, id) => ({ id, valueKey: `deger-${id}`, label, usageCount: 1_000_000 })),
    usageCountsIncluded: true,
  },
  'call/attributes#writtenAttributes': {
    results: [
      { sent: 'renk_ve_desen', id: 7, success: true, created: true, values: [1, 2] },
      { sent: 'beden', id: 8, success: true, created: false, matchedBy: 'label', warnings: [LONG, CJK] },
      { sent: 'kumas', id: null, success: false, code: 'ATTRIBUTE_TYPE_CONFLICT', message: HOSTILE },
    ],
  },
  'call/categories#categoryTable': {
    items: [LONG, CJK, FAMILY].map((name, id) => ({ id, name, parentId: 1_234_567 })),
  },
  'call/categories#categoryAttributeTable': {
    items: [attribute(1, LONG), attribute(2, CJK)],
    requiredVariantAxes: ['renk_ve_desen_kombinasyonu', 'beden'],
  },
  'call/categories#bindingTable': {
    results: [
      { sent: 'renk_ve_desen_kombinasyonu', attrType: 'select', success: true },
      { sent: 'beden', attrType: 'multi-select', success: false, message: LONG },
    ],
  },
  'call/context#contextView': {
    appKey: KEY,
    installScope: 'store',
    store: {
      code: 'demo',
      id: BIG,
    },
    pinnedRegionId: null,
    regions,
    scopes: ['orders.read', 'orders.costs.write', 'products.read', 'products.write', 'customers.read', 'tax.read'],
  },
  'emulator/changes#changesTable': {
    since: at(earlier),
    changes: [
      {
        table: 'product_attribute_texts',
        key: ['12345', '31337', HOSTILE],
        change: 'changed',
        columns: [
          { column: 'name', before: LONG, after: CJK },
          { column: 'active', before: true, after: false },
        ],
      },
      {
        table: 'orders',
        key: ['41'],
        change: 'added',
        columns: [{ column: 'order_number', before: null, after: FAMILY }],
      },
      {
        table: 'stock',
        key: ['1', '0', '1'],
        change: 'removed',
        columns: [{ column: 'quantity', before: '12.5', after: null }],
      },
    ],
    truncated: ['customers'],
  },
  'emulator/deliveries#deliveryTable': [delivery(1, 1001, 'dead_letter'), delivery(12_345, 2002, 'pending')],
  'commands/command-table#commandTable': [
    {
      command: 'call shipping-profiles list',
      writes: [],
      exits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 130],
      summary: LONG,
    },
    { command: 'register', writes: ['project', 'state', 'emulator'], exits: [0, 2], summary: 'Tell of the app.' },
  ],
  'docs#docsMatches': [
    { page: 'testing', heading: 'Browsers', line: LONG },
    { page: 'reference/orders', heading: 'orders.list', line: '' },
  ],
  'explanations#explanationList': [
    { code: 'api.partial-failure', exit: 9, about: `The platform took a part of the rows only. ${LONG}` },
    { code: 'net.timeout', exit: 8, about: 'No answer came in time.' },
  ],
  'chaos/faults-done#faultsDoneTable': [
    { kind: 'signature-wrong', startMs: 100, forMs: 3100, percent: 100, inARow: 3, seed: 1, hits: 12 },
    { kind: '429', startMs: 59_400, forMs: 600, percent: 30, inARow: 1, seed: 1, retryAfter: '1', hits: 0 },
    {
      kind: 'slow',
      startMs: 60e3,
      forMs: 4e3,
      percent: 90,
      inARow: 1,
      seed: 1,
      delayMs: 200,
      delayMaxMs: 2500,
      hits: 3,
    },
  ],
  'emulator/faults#faultTable': [
    {
      id: 1,
      kind: 'drop-exchange-response',
      method: 'POST',
      path: '/api/apps/v1/orders/*/costs/*',
      topic: null,
      appKey: KEY,
      percent: 50,
      inARow: 12,
      delayMaxMs: 600e3,
      endsAt: '2026-11-21T12:00:00.000Z',
      remaining: null,
      hits: 12,
      retryAfter: 'Sat, 21 Nov 2026 12:00:00 GMT',
      delayMs: 15e3,
      startsAt: '2026-11-21T11:00:00.000Z',
      state: 'scheduled',
    },
    {
      id: 2,
      kind: 'signature-wrong',
      method: null,
      path: null,
      topic: 'fulfillment.requested',
      appKey: null,
      percent: null,
      inARow: 1,
      delayMaxMs: null,
      endsAt: null,
      remaining: 3,
      hits: 0,
      retryAfter: null,
      delayMs: null,
      state: 'expired',
    },
  ],
  'webhook/journaled-deliveries#journaledDeliveryTable': [
    { ...journaled(9, 1001, 'dead_letter'), regionCode: null },
    { ...journaled(10, 1001, 'delivered'), regionCode: 'tr' },
    { ...journaled(123_456, 1001, 'pending'), regionCode: 'de' },
  ],
  'webhook/caused-calls#causedCallTable': [causedCall('attempt', LONG), causedCall('guess', HOSTILE)],
  'webhook/journaled-delivery#journaledDelivery': {
    delivery: {
      id: 42,
      topic: 'order.paid',
      eventId: EVENT,
      storeId: '1001',
      regionId: '1',
      timestamp: 1795262400,
      signature: 'a'.repeat(64),
      state: 'failed',
      mark: 'duplicate',
      target: 'emulator',
      earlierId: 41,
      receivedAt: today,
      headers: {
        'content-type': 'application/json',
        'user-agent': `${LONG} ${HOSTILE}`,
      },
      body: Buffer.from(
        JSON.stringify({
          note: HOSTILE,
          total: 9,
        }),
      ),
    },
    regionCode: 'tr',
    attempts: [attempt(503, null), attempt(null, 'connection-refused')],
    calls: [causedCall('attempt', LONG), causedCall('guess', HOSTILE)],
  },
  'call/order-costs#costTable': [
    { externalRef: 'kargo-2026-11-0001', costType: 'shipping', amount: 9, currency: 'TRY', description: LONG },
    { externalRef: 'k2', costType: 'x', amount: BIG, currency: 'JPY', description: CJK, createdAt: at(today) },
  ],
  'call/order-report#orderReport': [
    { status: 'partially_refunded', currency: 'TRY', orders: 40, total: new ExactNumber('12345678901234567890.10') },
    { status: 'paid', currency: 'JPY', orders: 1, total: 1200 },
  ],
  'call/orders#orderTable': {
    items: [
      order(1053, LONG, 9, 'TRY'),
      order(1054, CJK, new ExactNumber('10.5'), 'TRY'),
      order(BIG, null, 1200, 'JPY'),
      order(7, HOSTILE, new ExactNumber('123456789012345.1'), 'KWD'),
    ],
    ...ofPage,
  },
  'call/orders#orderDetail': {
    ...order(BIG, LONG, 9, 'TRY'),
    createdAt: at(today),
    subtotal: 7,
    taxTotal: new ExactNumber('2.0'),
    billingAddress: null,
    shippingAddress: {
      line: `${LONG} ${LONG}`,
      city: 'İzmir',
    },
    items: [LONG, CJK, FAMILY].map((productName) => ({
      productName,
      sku: 'TSHIRT-ORGANIC-XXL-NAVY-2026',
      quantity: 12,
      unitPrice: 9,
      totalPrice: 108,
    })),
  },
  'call/products#productTable': {
    items: [product(1, LONG, 9, 'TRY'), product(BIG, CJK, 1200, 'JPY'), product(3, FAMILY, 0.1, 'KWD')],
    ...ofPage,
  },
  'call/products#bulkTable': {
    total: 3,
    failed: 2,
    results: [
      {
        externalRef: 'ref-1',
        id: 7,
        success: true,
      },
      {
        externalRef: 'ref-with-a-long-name-of-its-own',
        id: null,
        success: false,
        message: LONG,
      },
      {
        externalRef: null,
        success: false,
        message: HOSTILE,
      },
    ],
  },
  'call/products#deltaTable': {
    items: [
      {
        id: 1,
        status: 'A',
        updatedAt: at(today),
        product: product(1, LONG, 9, 'TRY'),
      },
      {
        id: BIG,
        status: 'D',
        updatedAt: at(earlier),
        product: null,
      },
    ],
    nextCursor: 'eyJ1cGRhdGVkQWZ0ZXIiOiIyMDI2LTExLTIxVDA4OjE0OjUwWiIsImlkIjo0Mn0',
    hasMore: false,
  },
  'templates#templateListView': {
    templates: [
      { name: 'node', about: LONG, scopes: ['orders.read'], topics: ['order.paid', 'app.uninstalled'] },
      { name: 'carrier', about: CJK, scopes: ['orders.read', 'customers.read'], topics: [] },
    ],
  },
  'scopes/audit#rowsOf': [
    { scope: 'customers.read', requested: 'optional', verdict: 'missing', calls: 12, rejected: 3, reason: LONG },
    { scope: 'orders.read', requested: 'required', verdict: 'used', calls: 4321, rejected: 0, reason: CJK },
  ],
  'test/matrix#matrixView': [
    { shape: 'region', about: LONG, result: 'passed', ms: 1234, exitStatus: 'exit code 0', output: [], reason: null },
    {
      shape: 'store',
      about: CJK,
      result: 'failed',
      ms: 98_765,
      exitStatus: 'exit code 1',
      output: ['not ok'],
      reason: null,
    },
  ],
  'emulator/platforms#platformTable': [
    {
      name: 'default',
      folder: '/home/ada/.local/share/svcapp',
      project: null,
      projectMissing: false,
      current: true,
      running: { api: 'http://127.0.0.1:4800', since: '2026-11-21T08:14:50.123Z' },
      bytes: 12_345_678,
    },
    {
      name: 'loyalty-0f3a9c21',
      folder: `/home/ada/.local/share/svcapp/platforms/loyalty-0f3a9c21`,
      project: `/home/ada/${CJK}/loyalty`,
      projectMissing: true,
      current: false,
      running: null,
      bytes: 0,
    },
  ],
  'emulator/providers#providerTable': [
    { id: 1, kind: 'fulfillment', name: LONG, appKey: KEY },
    { id: 22, kind: 'carrier', name: CJK, appKey: 'app.a.b' },
  ],
  'call/reconciliation#unmanagedTable': {
    items: [LONG, CJK].map((name, id) => ({
      id,
      name,
      sku: 'TSHIRT-ORGANIC-XXL-NAVY-2026',
      gtin: '08690000000017',
      mpn: 'MPN-2026-XXL',
      category: { name: FAMILY },
      ownership: 'unmanaged',
    })),
    ...ofPage,
  },
  'scopes#scopeTable': [scope('orders.costs.write', 'required', true), scope('tracking.settings.read', 'no', false)],
  'emulator/settings#settingTable': [
    {
      name: 'deliveries.retrySchedule',
      value: ['1m', '5m', '30m'],
      default: ['1m'],
      values: 'times with commas',
      about: 'When a delivery that the app did not take is tried again, after each failure.',
      assumption: 'N12',
    },
    {
      name: 'seed',
      value: 1,
      default: 1,
      values: 'a whole number',
      about: 'What chance begins with.',
      assumption: null,
    },
  ],
  'call/shipping#profileTable': {
    items: [LONG, CJK].map((name, id) => ({ id, name, profileType: 'weight_and_volume_based', isDefault: id === 0 })),
  },
  'call/shipping#packageTable': {
    items: [LONG, CJK].map((name, id) => ({
      id,
      name,
      lengthCm: 120.5,
      widthCm: 80,
      heightCm: 100,
      emptyWeightG: 1500,
      maxWeightKg: 30,
      isDefault: false,
    })),
  },
  'emulator/steps#stepTable': [
    { id: 12, summary: `order placed in demo`, at: at(today), events: [EVENT] },
    { id: 11, summary: `POST /api/apps/v1/products/${HOSTILE} by ${KEY}`, at: at(today), events: [] },
    { id: 10, summary: `product ${LONG} created in demo`, at: at(earlier), events: [EVENT, EVENT] },
  ],
  'emulator/snapshots#snapshotTable': [
    {
      name: 'before-the-great-price-change-of-november',
      savedAt: at(today),
      apps: 3,
      stores: 12,
      bytes: 123_456_789,
      version: '1.12.0-beta.3',
    },
    { name: 'base', savedAt: at(earlier), apps: 1, stores: 1, bytes: 4096, version: null },
  ],
  'call/storefront-targets#targetTable': {
    items: [
      { type: 'product', id: 1, title: LONG, url: 'https://demo.example/tr/urun/tres-long-nom-de-produit-a-rallonge' },
      { type: 'category', id: 2, title: CJK, url: null, targetPath: '/kategori/2' },
    ],
  },
  'stores#storesView': [store(1001, 'DEMO', LONG, true), store(2_000_000, 'ISTANBUL-OUTLET-2026', CJK, false)],
  'call/tax-rules#taxRuleTable': {
    items: [LONG, CJK].map((name, id) => ({
      id,
      name,
      rate: 20,
      isDefault: id === 0,
      description: `${LONG} ${FAMILY}`,
    })),
  },
  'journal/query-rows#queryRowsView': {
    kind: 'rows',
    columns: ['id', 'topic', 'body', 'n'],
    rows: [
      [1, 'order.paid', LONG, null],
      [2, 'order.created', CJK, new ExactNumber('9007199254740993')],
    ],
    isCut: false,
  },
  'secret/secrets#secretTable': {
    secrets: [
      {
        secret: 'client_secret',
        appKey: KEY,
        target: 'https://api.platform.example',
        backend: 'keychain',
        where: LONG,
        savedAt: '2026-11-21T12:00:00.000Z',
      },
    ],
    trustedOrigins: [{ origin: 'https://api.platform.example', trusted_at: '2026-11-21T12:00:00.000Z' }],
  },
  'tokens#tokenTable': [token('DEMO', 'file'), token('ISTANBUL-OUTLET-2026', null)],
  'webhook/topics#topicTable': [
    {
      topic: 'fulfillment.request.cancelled',
      meaning: 'The store took back what it had asked a provider for.',
      scope: 'fulfillment.write',
      sentAfter: 'the store cancels a request in the admin, or an order that has one',
    },
    { topic: 'app.uninstalled', meaning: 'The app was removed.', scope: null, sentAfter: 'an install is removed' },
  ],
  'call/warehouses#warehouseTable': {
    items: [LONG, CJK].map((name, id) => ({
      id,
      name,
      code: 'IST-ANADOLU-01',
      countryCode: 'TR',
      regionId: 31337,
      isDefault: 1,
      isVirtual: 0,
      isMine: true,
    })),
  },
}

/** What must be there whole whenever its column is: it is typed, or compared. */
export const typed: readonly string[] = [
  'fulfillment.request.cancelled',
  'shipment.create_requested',
  'orders.costs.write',
  'tracking.settings.read',
  'partially_refunded',
  'dead_letter',
  'drop-exchange-response',
  'deliveries.retrySchedule',
  'api.partial-failure',
  '9007199254740993',
  'ISTANBUL-OUTLET-2026',
  '1200 JPY',
  '10.50 TRY',
  KEY,
  'TSHIRT-ORGANIC-XXL-NAVY-2026',
]

export function looksAt(width: number, plain: Looks['style'], onHidden: Looks['onHidden']): Looks {
  return { width, style: plain, now: NOW, ...(onHidden && { onHidden }) }
}
