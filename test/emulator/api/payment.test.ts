import { expect, it } from 'vitest'

import { assumptions } from '../../../src/catalog/assumptions/assumptions.ts'
import { endpoints } from '../../../src/catalog/catalog.ts'
import { messages } from '../../../src/catalog/errors.ts'
import { makeShop, REGION_APP } from './shop.ts'

it('only a control operation ends a pending payment, and that is a documented choice (INST-087 N15)', async () => {
  const shop = await makeShop()
  await shop.register()
  await shop.control('POST', `/apps/${REGION_APP}/test-stores`, { code: shop.store.code })
  await shop.setPlan(REGION_APP, 'paid-pending')
  const { token } = await shop.install()
  const status = async () => (await shop.call(token, '/context')).status

  const pending = await shop.call(token, '/context')
  shop.clock.advance(365 * 24 * 3_600_000)
  const later = await status()
  await shop.setPlan(REGION_APP, 'paid')

  expect([pending.status, pending.body.message, later]).toEqual([402, messages.paymentPending, 402])
  expect(await status()).toBe(200)
  expect(assumptions.find(({ id }) => id === 'N15')?.choice).toMatch(/marks it as paid/)
  expect(endpoints.filter(({ id, path }) => /pay|plan|subscription|billing/.test(`${id} ${path}`))).toEqual([])
})

it('no exchange or API response contains the state of a subscription (INST-088)', async () => {
  const shop = await makeShop()
  await shop.register()
  await shop.control('POST', `/apps/${REGION_APP}/test-stores`, { code: shop.store.code })
  await shop.setPlan(REGION_APP, 'paid-pending')
  const { token, answer } = await shop.install()
  const pending = await shop.call(token, '/context')
  await shop.setPlan(REGION_APP, 'paid')
  const paid = await shop.call(token, '/context')

  for (const body of [answer, pending.body, paid.body]) {
    const names = Object.keys(body)
    expect(names.filter((name) => /subscription|plan|payment|billing|state|status/i.test(name))).toEqual([])
    // The letter of the one state that is shown, and our own name for the other.
    expect(JSON.stringify(body)).not.toMatch(/"P"|"active"|"paid"/)
  }
})
