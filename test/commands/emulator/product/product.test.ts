import { describe, expect, it } from 'vitest'

import EmulatorProductCreate from '../../../../src/commands/emulator/product/create.ts'
import EmulatorProductDelete from '../../../../src/commands/emulator/product/delete.ts'
import EmulatorProductEdit from '../../../../src/commands/emulator/product/edit.ts'
import EmulatorProductPublish from '../../../../src/commands/emulator/product/publish.ts'
import EmulatorProductShareStock from '../../../../src/commands/emulator/product/share-stock.ts'
import EmulatorProductStock from '../../../../src/commands/emulator/product/stock.ts'
import EmulatorProductUnpublish from '../../../../src/commands/emulator/product/unpublish.ts'
import type { StoreProduct } from '../../../../src/control/store-contract.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeContext } from '../../../support/context.ts'
import { servedContext } from '../../../support/served.ts'

async function withStore() {
  const served = await servedContext()
  const { store } = await served.control.openStore({ name: 'Demo' })
  return { ...served, store }
}

describe('app emulator product', () => {
  it('edits name, category, description and prices, leaves the rest unchanged, and rejects an unknown product', async () => {
    const { overrides, running, store } = await withStore()
    const row = () => running.emulator.context.storeDb(store.id).prepare('SELECT * FROM products WHERE id = 3').get()
    const before = row()

    const argv = ['3', '--name', 'Lamp', '--category', '2', '--description', 'Bright', '--price', 'de=1.50']
    const edited = await runCommand(EmulatorProductEdit, argv, overrides)
    const after = row()
    const refused = await runCommand(EmulatorProductEdit, ['3', '--name', 'No', '--category', '999'], overrides)

    expect(edited.result).toMatchObject({ name: 'Lamp', categoryId: 2, sku: before?.['sku'] })
    expect(edited.result?.prices).toContainEqual({ region: 'de', price: '1.50', currency: 'EUR' })
    expect(after).toEqual({
      ...before,
      name: 'Lamp',
      category_id: 2,
      description: 'Bright',
      updated_at: expect.toSatisfy((at: number) => at > Number(before?.['updated_at'])),
    })
    expect([refused.exit, refused.error?.code, row()]).toEqual([2, 'emulator.bad-request', after])
  })

  it('creates, hides, publishes and deletes a product, and prints it with --json', async () => {
    const { overrides } = await withStore()
    const argv = [
      '--name',
      'Lamp',
      '--price',
      'tr=950',
      '--price',
      'de=19.90',
      '--gtin',
      '4006381333931',
      '--mpn',
      'L-1',
    ]
    const more = [
      '--sku',
      'S-1',
      '--category',
      '1',
      '--image',
      'https://x.example/a.jpg',
      '--attribute',
      'material=wood',
    ]

    const made = await runCommand(
      EmulatorProductCreate,
      [...argv, ...more, '--draft', '--stock', '3', '--json'],
      overrides,
    )
    const product = JSON.parse(made.stdout) as StoreProduct
    const id = String(product.id)
    const published = await runCommand(EmulatorProductPublish, [id, '--json'], overrides)
    const hidden = await runCommand(EmulatorProductUnpublish, [id, '--json'], overrides)
    const deleted = await runCommand(EmulatorProductDelete, [id, '--json'], overrides)

    expect(product).toMatchObject({ status: 'P', sku: 'S-1', gtin: '4006381333931', mpn: 'L-1', categoryId: 1 })
    expect(product.prices.map(({ price, currency }) => `${price} ${currency}`)).toEqual(['950 TRY', '19.90 EUR'])
    expect([published, hidden, deleted].map(({ result }) => result?.status)).toEqual(['A', 'P', 'D'])
  })

  it('prints the updated product as text', async () => {
    const { overrides, store } = await withStore()

    const made = await runCommand(
      EmulatorProductCreate,
      ['--store', store.code, '--name', 'Lamp', '--price', 'tr=950'],
      overrides,
    )
    const deleted = await runCommand(EmulatorProductDelete, ['1'], overrides)

    expect(made.stdout).toMatch(/^Product \d+ \(Lamp\): published\.\n/)
    expect(made.stdout).toContain('tr 950 TRY')
    expect(deleted.stdout).toContain(': deleted.')
  })

  it('sets the stock of a product in a warehouse', async () => {
    const { overrides } = await withStore()

    const words = await runCommand(EmulatorProductStock, ['3', '12'], overrides)
    const json = await runCommand(EmulatorProductStock, ['3', '0', '--warehouse', '2', '--json'], overrides)

    expect(words.stdout).toBe('Product 3: 12 in warehouse 1.\n')
    expect(JSON.parse(json.stdout)).toEqual({ productId: 3, variantId: null, warehouseId: 2, quantity: '0' })
  })

  it('shares one stock in pieces among all variants, with a package size for each (INV-012 INV-013)', async () => {
    const { overrides, running, store } = await withStore()
    const db = running.emulator.context.storeDb(store.id)
    db.exec(`UPDATE stock SET quantity = '0' WHERE product_id = 1;
      INSERT INTO variants (id, product_id, combination) VALUES (11, 1, '{"pack":"1"}'), (12, 1, '{"pack":"6"}');
      INSERT INTO stock (product_id, variant_id, warehouse_id, quantity) VALUES (1, 11, 1, '5'), (1, 12, 1, '2')`)
    const left = () => db.prepare('SELECT sum(quantity) AS pieces FROM stock WHERE product_id = 1').get()?.['pieces']

    const words = await runCommand(EmulatorProductShareStock, ['1', '--pieces', '12=6'], overrides)
    const before = left()
    const again = await runCommand(EmulatorProductShareStock, ['1', '--pieces', '12=10', '--json'], overrides)

    expect(words.stdout).toBe(
      'Product 1: 17 in stock, shared by all variants.\n  Each item of variant 11 uses 1 piece.\n  Each item of variant 12 uses 6 pieces.\n',
    )
    expect([before, left()]).toEqual([17, 17])
    expect(JSON.parse(again.stdout)).toEqual({
      productId: 1,
      quantity: '17',
      packages: [
        { variantId: 11, pieces: 1 },
        { variantId: 12, pieces: 10 },
      ],
    })
  })

  it.each([
    [EmulatorProductShareStock, ['1'], 'emulator.conflict'],
    [EmulatorProductShareStock, ['1', '--pieces', '99=0'], 'emulator.bad-request'],
    [EmulatorProductShareStock, ['999'], 'emulator.bad-request'],
  ])('%o rejects %j with %s', async (Class, argv, code) => {
    const { overrides } = await withStore()

    const refused = await runCommand<unknown>(Class, argv, overrides)

    expect([refused.exit, refused.error?.code]).toEqual([2, code])
  })

  it.each([
    [EmulatorProductCreate, ['--name', 'Lamp', '--price', '950'], 'usage.invalid'],
    [EmulatorProductCreate, ['--name', 'Lamp', '--price', 'tr=1', '--price', 'tr=2'], 'usage.invalid'],
    [EmulatorProductCreate, ['--name', 'Lamp', '--price', 'tr=1', '--attribute', '=x'], 'usage.invalid'],
    [EmulatorProductCreate, ['--name', 'Lamp', '--price', 'tr=cheap'], 'emulator.bad-request'],
    [EmulatorProductDelete, ['DEMO-001'], 'usage.invalid'],
    [EmulatorProductDelete, ['999'], 'emulator.bad-request'],
    [EmulatorProductStock, ['1', 'many'], 'emulator.bad-request'],
    [EmulatorProductStock, ['1', '1', '--warehouse', 'x'], 'usage.invalid'],
    [EmulatorProductStock, ['1', '1', '--variant', '0'], 'usage.invalid'],
    [EmulatorProductPublish, ['1', '--target', 'live'], 'usage.invalid'],
  ])('%o rejects %j and exits with 2', async (Class, argv, code) => {
    const { overrides } = await withStore()

    const { exit, error, stdout } = await runCommand<unknown>(Class, argv, overrides)

    expect([exit, error?.code, stdout]).toEqual([2, code, ''])
  })

  it('shows how to start the emulator if it is not running', async () => {
    const { exit, error } = await runCommand(EmulatorProductDelete, ['1'], makeContext())

    expect([exit, error?.code]).toEqual([8, 'emulator.not-running'])
  })
})
