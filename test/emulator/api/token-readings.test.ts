import { describe, expect, it } from 'vitest'

import { messages } from '../../../src/catalog/errors.ts'
import type { Settings } from '../../../src/catalog/settings.ts'
import { makeShop, WIDE_APP } from './shop.ts'

const hex = 'ab'.repeat(32)

async function switched(settings: Partial<Settings>) {
  const shop = await makeShop()
  await shop.control('PUT', '/settings', settings)
  return shop
}

describe('readings of the token rules', () => {
  it.each([
    ['compared', 401],
    ['not-compared', 200],
  ] as const)(
    'olderShapes %s: a two-part token under install_scope store (TOK-006 TOK-021 A29)',
    async (olderShapes, status) => {
      const shop = await switched({ olderShapes })
      await shop.installWide()
      const token = shop.seedToken(`svcapp_${shop.store.store.id}_${hex}`, { shape: 'two-part', appKey: WIDE_APP })

      const answer = await shop.call(token, '/context')

      expect(answer.status).toBe(status)
      if (status === 401) expect(answer.body.message).toBe(messages.tokenInconsistent)
      else expect(answer.body.regions).toMatchObject([{ id: shop.region('tr'), isDefault: true }])
    },
  )

  it('olderShapes not-compared: such a token follows payment and uninstall of the store-wide install (TOK-013 INST-075 A29)', async () => {
    const shop = await switched({ olderShapes: 'not-compared' })
    await shop.installWide()
    const token = shop.seedToken(`svcapp_${shop.store.store.id}_${hex}`, { shape: 'two-part', appKey: WIDE_APP })
    await shop.setPlan(WIDE_APP, 'paid-pending')
    const pending = await shop.call(token, '/context')
    await shop.control('POST', `/stores/${shop.store.code}/apps/${WIDE_APP}/uninstall`, {})

    const gone = await shop.call(token, '/context')

    expect([pending.status, gone.status, gone.headers.get('x-emulator-cause')]).toEqual([402, 401, 'token-revoked'])
  })

  it.each(['403', '401'] as const)(
    'olderPrefixWrites: a write returns %s and a read 200 (TOK-018 TOK-019 C34)',
    async (status) => {
      const shop = await switched({ olderPrefixWrites: status })
      await shop.install()
      const token = shop.seedToken(`oldapp_${hex}`, {
        shape: 'older-prefix',
        scopes: ['products.read', 'products.write'],
      })

      const written = await shop.send(token, 'POST /categories', { name: 'New', sortOrder: 1 })
      const read = await shop.call(token, '/products')

      expect([written.status, read.status]).toEqual([Number(status), 200])
    },
  )

  it.each([
    ['registration', 401],
    ['install', 200],
  ] as const)(
    'tokenScopeOf %s: a change of the install scope after the install (TOK-021 TOK-022 A30)',
    async (tokenScopeOf, status) => {
      const shop = await switched({ tokenScopeOf })
      const { token } = await shop.install()
      await shop.register({ install_scope: 'store' })

      expect((await shop.call(token, '/context')).status).toBe(status)
    },
  )

  it.each([
    ['exact', 401],
    ['any-case', 200],
  ] as const)('authScheme %s: a bearer scheme in lowercase (GEN-020 C35)', async (authScheme, status) => {
    const shop = await switched({ authScheme })
    const { token } = await shop.install()
    const as = (scheme: string) =>
      shop.emulator.fetch(
        new Request(`${shop.urls.api}/api/apps/v1/context`, { headers: { Authorization: `${scheme} ${token}` } }),
      )

    expect([(await as('bearer')).status, (await as('Bearer')).status]).toEqual([status, 200])
    expect((await as('Basic')).status).toBe(401)
  })
})

describe('regions of a store-wide install of a country-limited app', () => {
  it.each([
    ['supported', ['tr', 'de'], 401, 0],
    ['all-active', ['tr', 'de', 'gb'], 200, 1],
  ] as const)(
    'storeWideRegions %s: exchange, context, pins and events (APP-003 CTX-015 PIN-013 EVT-011 EXCH-032 A19)',
    async (storeWideRegions, codes, pinned, delivered) => {
      const shop = await switched({ storeWideRegions })
      const topics = { webhook_url: 'http://127.0.0.1:9/in', webhook_topics: ['order.created'] }
      const { token, answer } = await shop.installWide({ countries: ['TR', 'DE'], ...topics })

      const context = await shop.call(token, '/context')
      const pin = await shop.call(token, `/products?regionId=${shop.region('gb')}`)
      const path = `/stores/${shop.store.code}/orders`
      const { order } = await shop.control<{ order: { events: { deliveries: number }[] } }>('POST', path, {
        region: 'gb',
      })

      expect(answer.regions?.map(({ code }) => code)).toEqual(codes)
      expect(context.body.regions.map(({ code }: { code: string }) => code)).toEqual(codes)
      expect([pin.status, order.events.map(({ deliveries }) => deliveries)[0]]).toEqual([pinned, delivered])
    },
  )

  it.each(['supported', 'all-active'] as const)(
    'storeWideRegions %s: rejects an install without a supported country (INST-047 A19)',
    async (storeWideRegions) => {
      const shop = await switched({ storeWideRegions })

      const app = await shop.register({ appKey: WIDE_APP, install_scope: 'store', countries: ['FR'] })
      await shop.control('POST', `/apps/${app.appKey}/test-stores`, { code: shop.store.code })
      const page = await (await shop.signIn(shop.store)).open(`/admin/plugins/install/${app.appKey}`)

      expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('not supported in any country')])
    },
  )
})
