import { expect, it } from 'vitest'

import ShippingProfilesList from '../../../../src/commands/call/shipping-profiles/list.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

it('shows the tariffs, and prints the owner hint to stderr (DISC-001 DISC-008)', async () => {
  const { context, made, store } = await makeInstalledPlatform({
    registration: { requested_scopes: ['products.read'] },
  })

  const plenty = await runCommand(ShippingProfilesList, [], context())
  const db = made.emulator.context.storeDb(store.store.id)
  db.exec("UPDATE shipping_profiles SET active = 0 WHERE name = 'Bulky goods'")
  const few = await runCommand(ShippingProfilesList, [], context())
  const json = await runCommand(ShippingProfilesList, ['--json'], context())

  expect([plenty.stdout, plenty.stderr]).toEqual([
    '1\tStandard parcel\tflat_rate\tyes\n2\tBulky goods\tweight_based\tno\n',
    '',
  ])
  expect(few.stdout).toBe('1\tStandard parcel\tflat_rate\tyes\n')
  const { hint } = JSON.parse(json.stdout) as { hint: string }
  expect(hint).not.toBe('')
  expect([few.stderr, json.stderr]).toEqual([`Hint: ${hint}\n`, `Hint: ${hint}\n`])
})
