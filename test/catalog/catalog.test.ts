import { describe, expect, it } from 'vitest'

import { catalog, endpoints } from '../../src/catalog/catalog.ts'
import type { EndpointFacts } from '../../src/catalog/endpoint.ts'
import { commonErrors } from '../../src/catalog/errors.ts'
import { limits, retryDelaysMs } from '../../src/catalog/limits.ts'
import { definitionOf, innermost } from '../../src/catalog/schema.ts'
import { isScope, scopeNames } from '../../src/catalog/scopes.ts'
import { isTopic, topicNames, topics } from '../../src/catalog/topics.ts'
import { documented } from './documented.ts'

describe('endpoints', () => {
  it('every endpoint is documented, with its method, path and scope (GEN-038 VER-012 VER-013)', () => {
    const known = documented.map((row) => JSON.stringify(row))

    for (const { method, path, scope } of endpoints) expect(known).toContain(JSON.stringify([method, path, scope]))
    expect(documented).toHaveLength(41)
  })

  it('no endpoint is listed twice, and the name of each is its resource and verb', () => {
    const names = Object.entries(catalog).flatMap(([resource, verbs]) =>
      Object.keys(verbs).map((verb) => `${resource}.${verb}`),
    )

    expect(endpoints.map(({ id }) => id)).toEqual(names)
    expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length)
  })

  it('the pin is required everywhere except in the documented exceptions (A5)', () => {
    const loose = endpoints.filter(({ pin }) => pin !== 'required').map(({ id, pin }) => `${id} ${pin}`)

    expect(loose).toEqual([
      'context.get not-needed',
      'order-costs.list token',
      'order-costs.put token',
      'order-costs.delete token',
      'warehouses.list not-needed',
      'shipping-profiles.list not-needed',
      'shipping-packages.list not-needed',
      'categories.list optional',
    ])
  })

  it('field names in bodies and queries are in camelCase (GEN-029)', () => {
    const names = endpoints.flatMap(({ body, query }) =>
      [body, query].flatMap((schema) => (schema === undefined ? [] : Object.keys(definitionOf(schema).shape ?? {}))),
    )

    expect(names.length).toBeGreaterThan(20)
    for (const name of names) expect(name).toMatch(/^[a-z][a-zA-Z0-9]*$/)
  })

  it('a declared write of rows accepts rows, and returns a result for each row or none (PROD-109 PROD-118)', () => {
    const kindOf = ({ body, response }: EndpointFacts) => {
      const sent = body === undefined ? {} : (definitionOf(body).shape ?? {})
      const isRows = sent['items'] !== undefined && innermost(sent['items']).type === 'array'
      if (!isRows || Object.keys(sent).length > 1) return undefined
      return innermost(response).shape?.['results'] === undefined ? 'whole' : 'each'
    }

    expect(endpoints.filter(({ rows }) => rows !== undefined)).toHaveLength(4)
    for (const endpoint of endpoints) expect(endpoint.rows, endpoint.id).toBe(kindOf(endpoint))
  })

  it('the limits are the documented numbers (LIM-001 ORD-004)', () => {
    expect(limits).toMatchObject({
      requestsPerMinutePerToken: 600,
      exchangesPerMinutePerAddress: 30,
      codeLifetimeMs: 300_000,
      stateMaxLength: 512,
      pageSizeMax: 100,
      pageSizeDefault: 20,
    })
  })
})

describe('scopes', () => {
  // The name, and a word that what it opens cannot do without.
  const table = [
    ['SCOPE-005', 'orders.read', /read orders/i],
    ['SCOPE-006', 'orders.write', /import/i],
    ['SCOPE-007', 'products.read', /read products.*reference/i],
    ['its words', 'products.write', /write products.*structures/i],
    ['SCOPE-009', 'customers.read', /customer.*addresses/i],
    ['SCOPE-010', 'webhooks.manage', /webhook subscriptions/i],
    ['SCOPE-011', 'links.read', /referral.*the store's identity/i],
    ['SCOPE-013', 'links.write', /create referral/i],
    ['SCOPE-014', 'orders.costs.write', /read and write cost and commission/i],
    ['SCOPE-015', 'tracking.read', /tracking events/i],
    ['SCOPE-016', 'tracking.settings.read', /settings.*own tracking provider/i],
    ['SCOPE-017', 'tracking.tag.write', /tag template.*own tracking provider/i],
    ['SCOPE-018', 'coupons.read', /list the store's active coupons/i],
    ['SCOPE-019', 'coupons.write', /create coupons/i],
    ['SCOPE-020', 'attribution.manage', /read and write.*attribution/i],
    ['its words', 'inventory.write', /stock.*warehouses/i],
    ['SCOPE-023 SCOPE-024', 'fulfillment.write', /processing, shipped or delivered.*never cancel, refund or return/i],
    ['SCOPE-025', 'purchases.write', /own supplier accounts/i],
    ['SCOPE-026', 'invoices.read', /routed to this app's provider/i],
    ['SCOPE-027 SCOPE-028', 'invoices.write', /without changing totals or lines/i],
    ['SCOPE-029 SCOPE-030', 'listings.write', /without changing product card, price or stock/i],
    ['SCOPE-031', 'shipping.provider', /carrier.*cancellations/i],
  ] as const

  it('the catalog has exactly these 22 scopes (SCOPE-004)', () => {
    expect(scopeNames.toSorted()).toEqual(table.map(([, name]) => name).toSorted())
    expect(scopeNames).toHaveLength(22)
    expect(isScope('orders.delete')).toBe(false)
    expect(isScope('toString')).toBe(false)
  })

  it.each(table)('%s %s grants the documented access', async (_rule, name, opens) => {
    const { scopes } = await import('../../src/catalog/scopes.ts')

    expect(scopes[name].grants).toMatch(opens)
  })

  it.each([
    ['SCOPE-010', 'webhooks.manage'],
    ['SCOPE-024 ORD-049 ORD-050', 'fulfillment.write'],
    ['SCOPE-028', 'invoices.write'],
    ['SCOPE-030', 'listings.write'],
    ['SCOPE-034', 'links.read'],
    ['SCOPE-035', 'links.write'],
    ['SCOPE-036', 'coupons.read'],
    ['SCOPE-037', 'coupons.write'],
    ['SCOPE-038', 'attribution.manage'],
    ['SCOPE-039', 'tracking.settings.read'],
    ['SCOPE-040', 'tracking.tag.write'],
    ['SCOPE-041', 'fulfillment.write'],
    ['SCOPE-042', 'purchases.write'],
    ['SCOPE-043', 'invoices.read'],
    ['SCOPE-044', 'invoices.write'],
    ['SCOPE-045', 'listings.write'],
    ['SCOPE-046', 'shipping.provider'],
  ])(
    '%s %s is required by no endpoint except store-info, because its use through the API is not documented',
    (_rule, name) => {
      const guarded = endpoints.filter(({ scope }) => scope === name).map(({ path }) => path)

      expect(guarded.filter((path) => path !== '/store-info')).toEqual([])
    },
  )
})

it('repeats no common error in the errors of an endpoint', () => {
  const common = new Set(commonErrors.map(({ status, message }) => `${status} ${message ?? ''}`))
  const repeated = endpoints.flatMap(({ id, errors }) =>
    errors
      .filter(({ status, message }) => common.has(`${status} ${message ?? ''}`))
      .map(({ status }) => `${id} ${status}`),
  )

  expect(repeated).toEqual([])
})

describe('topics', () => {
  it('the catalog has exactly nine topics (EVT-014 EVT-015 EVT-016 EVT-017 EVT-018 EVT-019 EVT-020 EVT-021 EVT-022 EVT-023 EVT-031 N7)', () => {
    expect(topicNames).toEqual([
      'order.created',
      'order.paid',
      'order.shipped',
      'order.cancelled',
      'order.refunded',
      'fulfillment.requested',
      'shipment.create_requested',
      'invoice.submit_requested',
      'app.uninstalled',
    ])
    expect(isTopic('order.updated')).toBe(false)
    expect(isTopic('constructor')).toBe(false)
  })

  it('each topic has the assumed scope (EVT-030 N6)', () => {
    const scopes = Object.fromEntries(Object.entries(topics).map(([name, { scope }]) => [name, scope]))

    expect(scopes).toEqual({
      'order.created': 'orders.read',
      'order.paid': 'orders.read',
      'order.shipped': 'orders.read',
      'order.cancelled': 'orders.read',
      'order.refunded': 'orders.read',
      'fulfillment.requested': 'fulfillment.write',
      'shipment.create_requested': 'shipping.provider',
      'invoice.submit_requested': 'invoices.read',
      'app.uninstalled': null,
    })
  })

  it('the assumed schedule has five retries within two and a half hours (EVT-027 EVT-028 EVT-029 N5)', () => {
    expect(retryDelaysMs).toEqual([10_000, 60_000, 300_000, 1_800_000, 7_200_000])
  })
})
