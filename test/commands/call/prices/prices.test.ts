import { expect, it } from 'vitest'

import type { AppCommandClass } from '../../../../src/cli.ts'
import PricesBulk from '../../../../src/commands/call/prices/bulk.ts'
import PricesSet from '../../../../src/commands/call/prices/set.ts'
import ProductsCreate from '../../../../src/commands/call/products/create.ts'
import ProductsGet from '../../../../src/commands/call/products/get.ts'
import CallRaw from '../../../../src/commands/call/raw.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

async function makeProduct() {
  const platform = await makeInstalledPlatform({
    registration: { install_scope: 'store', requested_scopes: ['products.read', 'products.write'] },
  })
  const call = (Class: AppCommandClass, argv: readonly string[]) =>
    runCommand(Class, [...argv, '--region', 'tr'], platform.context())
  const { stdout } = await call(ProductsCreate, ['--external-ref', 'mug', '--title', 'Mug', '--json'])
  platform.sent.length = 0
  return { ...platform, call, id: (JSON.parse(stdout) as { id: number }).id }
}

it('sets a price with the digits as typed (PROD-110 PROD-111 PROD-112 PROD-113)', async () => {
  const { call, calls, id } = await makeProduct()

  const set = await call(PricesSet, ['--product-id', String(id), '--price', '10.10', '-F', 'variantId=null'])
  const shown = await call(ProductsGet, [String(id)])

  expect(set.stdout).toBe('Price set.\n')
  expect(calls()[0]?.body).toBe(`{"productId":${id},"price":10.10,"variantId":null}`)
  expect(shown.stdout).toMatch(/10\.10? TRY/)
})

it.each([
  ['PROD-111', ['--price', '1']],
  ['PROD-113', ['--product-id', '1']],
  ['PROD-113', ['--product-id', '1', '--price', '-1']],
])('%s %j is rejected before anything is sent', async (_rule, argv) => {
  const { call, calls } = await makeProduct()

  const { exit } = await call(PricesSet, argv)

  expect([exit, calls()]).toEqual([2, []])
})

it('sets many prices, and never sends more than 500 in one request (PROD-116 PROD-117 PROD-118)', async () => {
  const { call, calls, id } = await makeProduct()
  const items = (count: number) =>
    JSON.stringify({ items: Array.from({ length: count }, () => ({ productId: id, price: 3 })) })

  const many = await call(PricesBulk, ['--data', items(500)])
  expect(many.stdout).toBe('All prices set.\n')
  expect(calls()).toHaveLength(1)
  await call(PricesBulk, ['--data', items(501)])
  const sizes = calls().map(({ body }) => (JSON.parse(String(body)) as { items: unknown[] }).items.length)
  expect(Math.max(...sizes)).toBe(500)
})

it('rejects over 500 prices in one request, and shows the limit, the number and the bulk command (PROD-118)', async () => {
  const { call, id } = await makeProduct()
  const items = (count: number) =>
    JSON.stringify({ items: Array.from({ length: count }, () => ({ productId: id, price: 3 })) })

  const fits = await call(CallRaw, ['POST', '/prices/bulk', '--data', items(500)])
  const { exit, stderr } = await call(CallRaw, ['POST', '/prices/bulk', '--data', items(501)])
  const wrong = await call(CallRaw, ['POST', '/prices/bulk', '--data', '{"items":[{"productId":"x"}]}'])

  expect([fits.exit, exit, stderr]).toEqual([
    0,
    12,
    [
      'Error: The platform rejected prices.bulk: 400, “items has 501 entries. At most 500 are allowed”.',
      'Code: api.error',
      'Try this: A request can have at most 500 rows, but 501 were sent. Use `app call prices bulk`, which splits the rows.\n',
    ].join('\n'),
  ])
  expect(wrong.stderr).not.toContain('splits them')
})

it('a price for a product of another app is an API error (PROD-121)', async () => {
  const { call } = await makeProduct()

  const one = await call(PricesSet, ['--product-id', '1', '--price', '1'])
  const many = await call(PricesBulk, ['--data', '{"items":[{"productId":1,"price":1}]}'])

  expect([one.exit, one.error?.code, many.exit, many.error?.code]).toEqual([12, 'api.error', 12, 'api.error'])
})
