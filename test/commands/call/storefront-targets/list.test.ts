import { expect, it } from 'vitest'

import StorefrontTargetsList from '../../../../src/commands/call/storefront-targets/list.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

const install = () =>
  makeInstalledPlatform({ registration: { install_scope: 'store', requested_scopes: ['products.read'] } })

it('lists link targets by type and title (DISC-057 DISC-060 DISC-062)', async () => {
  const { context } = await install()

  const { stdout, exit } = await runCommand(
    StorefrontTargetsList,
    ['--type', 'page', '--search', 'über', '--region', 'de'],
    context(),
  )

  expect([exit, stdout]).toEqual([0, 'page\t1\tÜber uns\thttps://de.demo.shop.example/pages/ueber-uns\n'])
})

it('rejects an unknown type, and sends nothing (DISC-066)', async () => {
  const { context, calls } = await install()

  const { exit, stderr } = await runCommand(StorefrontTargetsList, ['--type', 'blog', '--region', 'de'], context())

  expect(exit).toBe(2)
  expect(stderr).toMatch(/product, category, content, page/)
  expect(calls()).toEqual([])
})
