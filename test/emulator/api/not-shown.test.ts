import { expect, it } from 'vitest'

import { endpoints } from '../../../src/catalog/catalog.ts'
import { scopeNames } from '../../../src/catalog/scopes.ts'
import { documented } from '../../catalog/documented.ts'
import { makeShop } from './shop.ts'

// A reader might guess these. None is documented, so nothing of it may be there.
const guesses: readonly (readonly [rules: string, paths: readonly string[]])[] = [
  ['SCOPE-010 N34', ['/webhooks', '/webhooks/1', '/subscriptions', '/webhook-subscriptions']],
  ['SCOPE-011 SCOPE-034 DISC-075', ['/links', '/links/1', '/referrals', '/tracking-codes', '/referral-codes']],
  ['SCOPE-013 SCOPE-035', ['/links', '/links/1', '/referral-codes']],
  ['SCOPE-018 SCOPE-036 DISC-076', ['/coupons', '/coupons/1', '/coupons/active']],
  ['SCOPE-019 SCOPE-037', ['/coupons', '/coupons/bulk']],
  ['SCOPE-020 SCOPE-038 DISC-077', ['/attribution', '/attribution/models', '/attribution-model']],
  ['SCOPE-016 SCOPE-039', ['/tracking/settings', '/tracking-settings', '/tracking']],
  ['SCOPE-017 SCOPE-040', ['/tracking/tag', '/tracking-tag', '/tag-template']],
  [
    'SCOPE-023 SCOPE-024 SCOPE-041 ORD-049 ORD-050',
    [
      '/orders/1',
      '/orders/1/fulfillment',
      '/orders/1/fulfillments',
      '/orders/1/status',
      '/orders/1/cancel',
      '/fulfillments',
    ],
  ],
  ['SCOPE-025 SCOPE-042 DISC-078', ['/purchases', '/suppliers', '/purchase-receipts']],
  ['SCOPE-026 SCOPE-043 DISC-079', ['/invoices', '/invoices/1']],
  ['SCOPE-027 SCOPE-028 SCOPE-044', ['/invoices', '/invoices/1', '/invoices/1/result', '/invoices/1/lines']],
  ['SCOPE-029 SCOPE-030 SCOPE-045 DISC-080', ['/listings', '/listings/1', '/marketplace-listings']],
  ['SCOPE-031 SCOPE-046 DISC-081', ['/shipments', '/shipments/1', '/shipments/1/label', '/shipments/1/tracking']],
  ['SCOPE-032 N1', ['/apps/rotate', '/signing-secret', '/signing-secret/rotate', '/webhooks/secret/rotate']],
  ['SCOPE-033 N2', ['/client-secret', '/client-secret/rotate', '/credentials/rotate']],
  ['GEN-008 GEN-009 N33', ['/functions', '/functions/1', '/functions/deploy']],
  ['GEN-014', ['/jobs', '/schedules', '/cron', '/scheduled-jobs']],
  [
    'INV-021',
    ['/inventory', '/inventory/bulk', '/inventory/adjust/bulk', '/inventory/adjustments', '/stock', '/stock/bulk'],
  ],
  ['GEN-016 GEN-017', ['/providers', '/providers/1', '/provider', '/shipping-providers', '/invoice-providers']],
]

it.each(guesses)('%s %j return 404 for a token with all 22 scopes and every method', async (_rules, paths) => {
  const shop = await makeShop()
  const { token } = await shop.install({ requested_scopes: scopeNames })
  const documentedPaths = documented.map(([method, path]) => `${method} ${path.replaceAll(/\{[^}]+\}/g, '1')}`)

  let asked = 0
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (documentedPaths.includes(`${method} ${path}`)) continue
      const init = method === 'GET' ? {} : { headers: { 'Content-Type': 'application/json' }, body: '{}' }
      const { status } = await shop.call(token, path, { method, ...init })
      expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 404`)
      asked++
    }
  }
  expect(asked).toBeGreaterThan(5)
})

it('no undocumented path is one of our resources (DISC-075 DISC-076 DISC-077 DISC-078 DISC-079 DISC-080 DISC-081 INV-021)', () => {
  const words = /referral|tracking|coupon|attribution|purchase|receipt|invoice|listing|shipment|bulk/
  const named = endpoints.filter(({ id, path }) => words.test(`${id} ${path}`)).map(({ id }) => id)

  expect(named.toSorted()).toEqual(['prices.bulk', 'products.bulk'])
})

it.each(scopeNames)(
  '%s is accepted in registration and consent, and included in the token (SCOPE-004)',
  async (scope) => {
    const shop = await makeShop()
    const { token, answer } = await shop.install({ requested_scopes: [scope] })

    const { body } = await shop.call(token, '/context')

    expect([answer.scopes, body.scopes]).toEqual([[scope], [scope]])
  },
)

it('rejects any name other than the 22 at registration (SCOPE-004)', async () => {
  const shop = await makeShop()

  const refused = ['orders.delete', 'inventory.read', 'tracking.write', ''].map(async (scope) => {
    const response = await shop.rawControl('PUT', '/apps/app.acme.x', {
      name: 'X',
      requested_scopes: [scope],
      redirect_uris: ['http://127.0.0.1:3000/cb'],
    })
    return response.status
  })

  expect(await Promise.all(refused)).toEqual([400, 400, 400, 400])
})
