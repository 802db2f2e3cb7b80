import { expect, it } from 'vitest'

import ProductsCreate from '../../../../src/commands/call/products/create.ts'
import ShippingPackagesList from '../../../../src/commands/call/shipping-packages/list.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

it('shows the boxes with their numbers unchanged, and prints the owner hint to stderr (DISC-015 DISC-020 DISC-031)', async () => {
  const { context, made, store } = await makeInstalledPlatform({
    registration: { requested_scopes: ['products.read'] },
  })

  const plenty = await runCommand(ShippingPackagesList, [], context())
  const db = made.emulator.context.storeDb(store.store.id)
  db.exec("DELETE FROM shipping_packages WHERE name = 'Small box'")
  const few = await runCommand(ShippingPackagesList, [], context())
  const json = await runCommand(ShippingPackagesList, ['--json'], context())

  expect([plenty.stdout, plenty.stderr]).toEqual([
    '1\tSmall box\t20\t15\t10\t85\t2\tyes\n2\tLarge box\t60\t40\t40.5\t640\t25\tno\n',
    '',
  ])
  expect(few.stdout).toBe('2\tLarge box\t60\t40\t40.5\t640\t25\tno\n')
  const { hint } = JSON.parse(json.stdout) as { hint: string }
  expect(hint).not.toBe('')
  expect([few.stderr, json.stderr]).toEqual([`Hint: ${hint}\n`, `Hint: ${hint}\n`])
})

it('sends a profile as shippingProfileId and a package as shippingPackageId, and neither by default (DISC-032 DISC-009 DISC-021)', async () => {
  const { context, calls } = await makeInstalledPlatform({ registration: { requested_scopes: ['products.write'] } })
  const create = ['--external-ref', 'x-1', '--title', 'X']
  const body = () => JSON.parse(String(calls().at(-1)?.body)) as unknown

  const both = await runCommand(
    ProductsCreate,
    [...create, '--shipping-profile-id', '2', '--shipping-package-id', '1'],
    context(),
  )
  const sentBoth = body()
  await runCommand(ProductsCreate, create, context())

  expect(both.exit).toBe(0)
  expect(sentBoth).toEqual({ externalRef: 'x-1', title: 'X', shippingProfileId: 2, shippingPackageId: 1 })
  expect(body()).toEqual({ externalRef: 'x-1', title: 'X' })
})
