import { expect, it } from 'vitest'

import StoreInfoGet from '../../../../src/commands/call/store-info/get.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

it('shows the store (DISC-046 SCOPE-012)', async () => {
  const { context } = await makeInstalledPlatform({
    registration: { install_scope: 'store', requested_scopes: ['links.read'] },
  })

  const { stdout, exit } = await runCommand(StoreInfoGet, ['--region', 'gb'], context())

  expect(exit).toBe(0)
  expect(stdout).toMatch(/^Store {4}Demo\n/)
  expect(stdout).toMatch(/\nLogo {5}https:\/\/gb\.demo\.shop\.example\/media\/logo\.svg\n/)
})

it('shows the missing scope (DISC-047)', async () => {
  const { context } = await makeInstalledPlatform({ registration: { requested_scopes: ['products.read'] } })

  const { exit, error } = await runCommand(StoreInfoGet, [], context())

  expect([exit, error?.code]).toEqual([5, 'api.forbidden'])
  expect(error?.message).toContain('links.read')
})
