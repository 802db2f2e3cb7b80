import { expect, it } from 'vitest'

import { listScalars } from '../../../../src/call/input/flags.ts'
import { products } from '../../../../src/catalog/resources/products.ts'
import type { AppCommandClass } from '../../../../src/cli.ts'
import ProductsBulk from '../../../../src/commands/call/products/bulk.ts'
import ProductsCreate from '../../../../src/commands/call/products/create.ts'
import ProductsDelta from '../../../../src/commands/call/products/delta.ts'
import ProductsGet from '../../../../src/commands/call/products/get.ts'
import ProductsUpdate from '../../../../src/commands/call/products/update.ts'
import { runCommand } from '../../../support/command/command.ts'
import { regionOf, type RegisterOverrides } from '../../../support/emulator.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

async function makeInstalled(registration: RegisterOverrides = {}) {
  const platform = await makeInstalledPlatform({
    registration: { install_scope: 'store', requested_scopes: ['products.read', 'products.write'], ...registration },
  })
  const call = (Class: AppCommandClass, argv: readonly string[] = []) => runCommand(Class, argv, platform.context())
  const db = platform.made.emulator.context.storeDb(platform.store.store.id)
  const sentBody = () => JSON.parse(String(platform.calls().at(-1)?.body)) as Record<string, unknown>
  return { ...platform, call, db, sentBody }
}

const create = ['--external-ref', 'mug-1', '--title', 'Enamel mug', '--region', 'tr']

it('creates and updates a product, and reports each in a sentence (PROD-030 PROD-032 PROD-033 PROD-040)', async () => {
  const { call, calls, store } = await makeInstalled()

  const first = await call(ProductsCreate, [...create, '--price', '12.50'])
  const second = await call(ProductsCreate, create)
  const third = await call(ProductsCreate, [...create, '--json'])

  expect(first.stdout).toMatch(/^Created product \d+\.\n$/)
  expect(second.stdout).toMatch(/^Product \d+ already existed and was updated\.\n$/)
  expect(JSON.parse(third.stdout)).toEqual({ success: true, id: expect.any(Number), created: false })
  expect(calls()[0]?.headers).toMatchObject({ 'X-Region-Id': String(regionOf(store, 'tr').id) })
})

it('sends digits as typed, and has no flag for currency, tax rate, type or axes (PROD-037 PROD-038 PROD-058 PROD-070 PROD-071 PROD-099)', async () => {
  const { call, sentBody } = await makeInstalled()
  const { stdout } = await call(ProductsCreate, [...create, '--price', '12.50', '--length-cm', '10', '--json'])
  const { id } = JSON.parse(stdout) as { id: number }
  const created = sentBody()

  await call(ProductsUpdate, [String(id), '--title', 'Blue mug', '--region', 'tr'])

  expect(created).toEqual({ externalRef: 'mug-1', title: 'Enamel mug', price: 12.5, lengthCm: 10 })
  expect(sentBody()).toEqual({ title: 'Blue mug' })
  const documented =
    'externalRef title sku price stockQuantity status categoryId description gtin mpn weightGram lengthCm widthCm heightCm ' +
    'harmonizedCode countryOfOrigin shippingProfileId shippingPackageId taxRuleId'
  for (const endpoint of [products.create, products.update]) {
    expect(listScalars(endpoint).map(({ name }) => name)).toEqual(documented.split(' '))
  }
})

it('sends lists and objects as typed (PROD-069 PROD-082 PROD-085 PROD-086 PROD-087)', async () => {
  const { call, sentBody } = await makeInstalled()
  const body = {
    externalRef: 'mug-1',
    title: 'Mug',
    variants: [{ combination: { color: 'red' }, sku: 'R', price: 9, stock: 4 }],
    images: [{ url: 'https://cdn.example/a.png' }],
    attributes: { color: 'red' },
  }

  const { exit } = await call(ProductsCreate, ['--data', JSON.stringify(body), '--region', 'tr'])

  expect([exit, sentBody()]).toEqual([0, body])
})

it.each([
  ['PROD-047', ['--status', 'D']],
  ['PROD-061', ['--country-of-origin', 'TUR']],
  ['PROD-044', ['--price', '-1']],
  ['PROD-077', ['-F', 'variants=[{"combination":["red"]}]']],
  ['PROD-083', ['-F', 'images=["https://cdn.example/a.png"]']],
])('%s %j is rejected before anything is sent', async (_rule, argv) => {
  const { call, calls } = await makeInstalled()

  const { exit } = await call(ProductsCreate, [...create, ...argv])

  expect([exit, calls()]).toEqual([2, []])
})

it.each([
  ['PROD-039', ['--title', 'Mug', '--region', 'tr']],
  ['PROD-041', ['--external-ref', 'mug-1', '--region', 'tr']],
])('%s a body without the required field is rejected before anything is sent', async (_rule, argv) => {
  const { call, calls } = await makeInstalled()

  const { exit } = await call(ProductsCreate, argv)

  expect([exit, calls()]).toEqual([2, []])
})

it('changes one product, and shows the response of the platform to variants (PROD-091 PROD-075 PROD-093)', async () => {
  const { call } = await makeInstalled()
  const { stdout } = await call(ProductsCreate, [...create, '--json'])
  const id = String((JSON.parse(stdout) as { id: number }).id)

  const changed = await call(ProductsUpdate, [id, '--title', 'Blue mug', '--region', 'tr'])
  const refused = await call(ProductsUpdate, [id, '-F', 'variants=[{"combination":{"a":"b"}}]', '--region', 'tr'])
  const shown = await call(ProductsGet, [id, '--region', 'tr'])

  expect(changed.stdout).toBe(`Updated product ${id}.\n`)
  expect([refused.exit, refused.error?.message]).toEqual([
    12,
    expect.stringContaining('variants are not accepted on an update'),
  ])
  expect(shown.stdout).toContain('Blue mug')
})

it('lists every row of a bulk write, and exits with 9 if a row failed (PROD-100 PROD-101 PROD-107 PROD-108)', async () => {
  const { call } = await makeInstalled()
  const items = [{ externalRef: 'a', title: 'A' }, { externalRef: 'b' }, { externalRef: 'c', title: 'C' }]
  const argv = ['--data', JSON.stringify({ items }), '--region', 'tr']

  const shown = await call(ProductsBulk, argv)
  const json = await call(ProductsBulk, [...argv, '--json'])
  const good = await call(ProductsBulk, ['--data', JSON.stringify({ items: [items[0]] }), '--region', 'tr'])

  expect(shown.exit).toBe(9)
  expect(shown.stdout.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^a\t\d+\twritten\t–$/),
    'b\t–\tfailed\ttitle is missing or invalid.',
    expect.stringMatching(/^c\t\d+\twritten\t–$/),
  ])
  expect(shown.error).toMatchObject({ code: 'api.partial-failure', message: expect.stringContaining('1 of 3 rows') })
  expect([json.exit, JSON.parse(json.stdout)]).toMatchObject([9, { success: true, total: 3, failed: 1 }])
  expect([good.exit, good.error]).toEqual([0, undefined])
})

it('shows changes and deleted products as rows, and sends the cursor unchanged (DELTA-001 DELTA-008 DELTA-010 DELTA-012 DELTA-013 DELTA-021 DELTA-023)', async () => {
  const { call, calls, db } = await makeInstalled()
  await call(ProductsCreate, [...create, '--price', '12.50'])
  db.exec("UPDATE products SET status = 'D', updated_at = updated_at + 1000000000000 WHERE id = 1")
  const argv = ['--page-size', '1', '--region', 'tr']

  const first = await call(ProductsDelta, [...argv, '--updated-after', '2026-11-20T00:00:00Z', '--json'])
  const { nextCursor, hasMore } = JSON.parse(first.stdout) as { nextCursor: string; hasMore: boolean }
  const second = await call(ProductsDelta, [...argv, '--cursor', nextCursor])

  expect([hasMore, second.exit, second.error]).toEqual([true, 0, undefined])
  expect(second.stdout).toMatch(/^1\tD deleted\t[^\t]+\t–\t–\n$/)
  expect(calls().at(-1)?.url.search).toBe(`?cursor=${encodeURIComponent(nextCursor)}&pageSize=1`)
  const shown = await call(ProductsDelta, [...argv, '--updated-after', '2026-11-20T00:00:00Z'])
  expect(shown.stdout).toMatch(/\tEnamel mug\t12\.50? TRY\n$/)
})

it('never requests more than 500 rows on a page (DELTA-014)', async () => {
  const { call, calls } = await makeInstalled()
  const argv = ['--updated-after', '2026-11-20T00:00:00Z', '--region', 'tr']

  const many = await call(ProductsDelta, [...argv, '--page-size', '501'])
  expect([many.exit, calls()]).toEqual([2, []])
  const most = await call(ProductsDelta, [...argv, '--page-size', '500'])
  expect(most.exit).toBe(0)
})

it.each<[string, AppCommandClass, readonly string[], string]>([
  ['-F', ProductsCreate, ['-f', 'externalRef=q1', '-f', 'title=Q', '-F', 'prise=5'], 'prise (did you mean price?)'],
  ['-f', ProductsCreate, ['-f', 'external_ref=q1', '-f', 'title=Q'], 'external_ref (did you mean externalRef?)'],
  ['--data', ProductsCreate, ['--data', '{"externalRef":"q1","title":"Q","PRICE":5}'], 'PRICE (did you mean price?)'],
  ['an update', ProductsUpdate, ['42', '--data', '{"prcie":5}'], 'prcie (did you mean price?)'],
  [
    'rows',
    ProductsBulk,
    ['--data', JSON.stringify([{ externalRef: 'a', title: 'A' }, { titel: 'B' }, { titel: 'C', price: 1 }])],
    'titel in rows 2 and 3 (did you mean title?)',
  ],
  ['the member for rows', ProductsBulk, ['--data', '{"item":[]}'], 'item (did you mean items?)'],
])('refuses a misspelt field in %s before anything is sent', async (_way, Class, argv, words) => {
  const { call, calls } = await makeInstalled()

  const { error, exit } = await call(Class, [...argv, '--region', 'tr'])

  expect([error?.code, exit]).toEqual(['usage.invalid', 2])
  expect(error?.message).toContain(`Unknown fields of`)
  expect(error?.message).toContain(words)
  expect(calls()).toEqual([])
})

it('sends an unknown field that resembles no known field, and reports it as unknown in this version (VER-005)', async () => {
  const { call, sentBody } = await makeInstalled()
  const row = { externalRef: 'a', title: 'A', finish: 'matt' }

  const one = await call(ProductsCreate, [...create, '-f', 'finish=matt', '-f', 'seoDescription=x'])
  const created = sentBody()
  const many = await call(ProductsBulk, ['--data', JSON.stringify([row]), '--region', 'tr'])
  const beside = await call(ProductsBulk, ['--data', JSON.stringify({ items: [row], mode: 1 }), '--region', 'tr'])

  expect([one.exit, many.exit, beside.exit]).toEqual([0, 0, 0])
  expect(created).toMatchObject({ finish: 'matt', seoDescription: 'x' })
  expect(one.stderr).toContain(
    'Unknown fields of products.create are sent unchanged: finish, seoDescription (did you mean description?).\n',
  )
  expect(many.stderr).toContain('sent unchanged: finish in row 1.\n')
  expect(beside.stderr).toContain('products.bulk sends only items, so these fields are left out: mode.\n')
  expect(sentBody()).toEqual({ items: [row] })
})
