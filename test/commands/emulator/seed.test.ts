import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import EmulatorSeed from '../../../src/commands/emulator/seed.ts'
import { runCommand } from '../../support/command/command.ts'
import { makePlatform } from '../../support/platform.ts'

const file = {
  stores: [{ name: 'Shop' }],
  products: [{ name: 'Lamp', sku: 'L-1', prices: { tr: '1' } }],
  orders: [{ items: [{ sku: 'L-1', quantity: 1 }] }],
}

it('imports a file and reports the number of added rows', async () => {
  const { context, cwd } = await makePlatform()
  writeFileSync(join(cwd, 'seed.json'), JSON.stringify(file))

  const { result, stdout, exit } = await runCommand(EmulatorSeed, ['seed.json'], context())

  expect(exit).toBe(0)
  expect(result).toMatchObject({ stores: [{ code: 'shop' }], products: 1, customers: 0, orders: 1 })
  expect(stdout).toBe('Added 1 store (shop), 1 product, 0 customers, 1 order. No events were sent.\n')
})

it('reads standard input, and exits with 2 for an invalid row', async () => {
  const { context } = await makePlatform()
  const readStdin = () => Buffer.from(JSON.stringify({ ...file, orders: [{ items: [{ sku: 'X', quantity: 1 }] }] }))

  const { error, exit } = await runCommand(EmulatorSeed, ['-'], context({ readStdin }))

  expect([exit, error?.code]).toEqual([2, 'emulator.bad-request'])
  expect(error?.message).toBe('orders[0].items[0].sku: product X is not sold in region tr.')
  expect(error?.suggestions).toEqual(['SKUs in the file: L-1.'])
})
