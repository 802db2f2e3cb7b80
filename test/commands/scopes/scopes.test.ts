import { readFileSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

import { describe, expect, it } from 'vitest'

import { endpoints } from '../../../src/catalog/catalog.ts'
import { scopeNames } from '../../../src/catalog/scopes.ts'
import Scopes from '../../../src/commands/scopes/index.ts'
import type { ShownScope } from '../../../src/views/scopes.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeInstalledPlatform, makePlatform } from '../../support/platform.ts'

describe('without a name', () => {
  it('SCOPE-004 lists all 22 with what each opens, outside of a project too', async () => {
    const { stdout, exit, result } = await runCommand(Scopes, [], { width: 200 })

    expect(exit).toBe(0)
    for (const name of scopeNames) expect(stdout).toContain(name)
    expect(stdout).toContain('Read orders: list and detail.')
    expect(stdout).not.toContain('app.toml')
    expect(result).toHaveLength(22)
  })

  it('lists them where app.toml names a wrong one, which sends people here, and compares nothing with it', async () => {
    const { context, store, cwd } = await makeInstalledPlatform({ registration: { requested_scopes: ['orders.read'] } })
    const file = `${cwd}/app.toml`
    writeFileSync(file, readFileSync(file, 'utf8').replace('required = ["orders.read"]', 'required = ["order.read"]'))

    const { exit, result, stdout } = await runCommand(Scopes, [], context())
    const named = await runCommand(Scopes, ['--store', store.code], context())

    expect([exit, (result as readonly ShownScope[]).every(({ requested }) => requested === null)]).toEqual([0, true])
    expect(stdout).toContain('orders.read')
    expect(named.error?.code).toBe('project.invalid')
  })

  it('counts for each the endpoints that need it', async () => {
    const { result } = await runCommand(Scopes)

    const rows = result as readonly ShownScope[]
    for (const { scope, endpoints: opened } of rows)
      expect(opened.map(({ id }) => id)).toEqual(endpoints.filter((one) => one.scope === scope).map(({ id }) => id))
  })

  it('in a project says which are requested, and which the install holds', async () => {
    const { context } = await makeInstalledPlatform({
      registration: { requested_scopes: ['orders.read', 'products.read'], optional_scopes: ['products.read'] },
    })

    const { stdout } = await runCommand(Scopes, [], context({ width: 200 }))

    const plain = stripVTControlCharacters(stdout)
    expect(plain).toMatch(
      /^orders\.read {2}required in app\.toml {2}granted\n {4}Read orders: list and detail\.\n {4}2 endpoints$/m,
    )
    expect(plain).toMatch(/^products\.read {2}optional in app\.toml {2}granted$/m)
    expect(plain).toMatch(/^webhooks\.manage {2}announced$/m)
    expect(plain).toMatch(/^coupons\.read {2}undocumented$/m)
  })
})

describe('with a name', () => {
  it('SCOPE-005 EVT-030 shows the endpoints and the topics that need it', async () => {
    const { stdout } = await runCommand(Scopes, ['orders.read'])

    expect(stdout).toMatch(/^Access +Read orders: list and detail\.$/m)
    expect(stdout).toMatch(
      /^Endpoints +GET \/orders \(app call orders list\)\n +GET \/orders\/\{id\} \(app call orders get\)$/m,
    )
    expect(stdout).toMatch(/^Topics \(assumed\) +order\.created$/m)
    expect(stdout).toMatch(/^app\.toml +no project$/m)
    expect(stdout).toMatch(/^Install +no install on record$/m)
    expect(stdout).not.toMatch(/^State/m)
  })

  it('SCOPE-010 says of the announced one that it opens nothing yet', async () => {
    const { stdout } = await runCommand(Scopes, ['webhooks.manage'])

    expect(stdout).toMatch(/^State +Announced\. You can request it, but no endpoint uses it yet\.$/m)
    expect(stdout).toMatch(/^Endpoints +none$/m)
  })

  it.each(['links.read', 'coupons.write', 'shipping.provider'])(
    'SCOPE-034 SCOPE-037 SCOPE-046 says of %s that the documents do not show all of it',
    async (scope) => {
      const { stdout } = await runCommand(Scopes, [scope])

      expect(stdout).toMatch(/^State +Its full access is not documented/m)
    },
  )

  it('SCOPE-001 distinguishes a requested scope that the install does not hold from one that is not requested', async () => {
    const { context, store, cwd } = await makeInstalledPlatform({ registration: { requested_scopes: ['orders.read'] } })
    const file = `${cwd}/app.toml`
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('required = ["orders.read"]', 'required = ["orders.read", "products.read"]'),
    )

    const asked = await runCommand(Scopes, ['products.read'], context())
    const other = await runCommand(Scopes, ['orders.write'], context())
    const held = await runCommand(Scopes, ['orders.read', '--store', store.code], context())

    expect(asked.stdout).toMatch(
      /^app\.toml +requested, required\nInstall +demo, region \d+: not granted\. Scopes are fixed at install: run `app install` again\.$/m,
    )
    expect(other.stdout).toMatch(
      /^app\.toml +not requested\nInstall +demo, region \d+: not granted\. Add it to app\.toml, then run `app register` and `app install`\.$/m,
    )
    expect(held.stdout).toMatch(/^Install +demo, region \d+: granted$/m)
  })

  it('gives the same as JSON', async () => {
    const { context, store } = await makeInstalledPlatform({ registration: { requested_scopes: ['orders.write'] } })

    const { stdout } = await runCommand(Scopes, ['orders.write', '--json'], context())

    expect(JSON.parse(stdout)).toEqual({
      scope: 'orders.write',
      grants: 'Import past orders from a marketplace.',
      state: 'available',
      endpoints: [{ id: 'orders.import', method: 'POST', path: '/orders' }],
      topics: [],
      requested: 'required',
      granted: true,
      install: { storeId: store.store.id, storeCode: store.code, regionId: expect.any(Number) as number },
    })
  })

  it('an unknown one ends with 2 and names the nearest', async () => {
    const { error, exit, stderr } = await runCommand(Scopes, ['order.read'])

    expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
    expect(stderr).toContain('app scopes orders.read')
  })

  it('a word like no scope gets the list, and names no other', async () => {
    const { stderr } = await runCommand(Scopes, ['xyz'])

    expect(stderr).toContain('`app scopes` lists all scopes.')
    expect(stderr).not.toMatch(/app scopes \w+\./)
  })
})

it('a named install that does not exist is an error, not an empty answer', async () => {
  const { context } = await makePlatform()

  const { exit, error } = await runCommand(Scopes, ['orders.read', '--store', 'nowhere'], context())

  expect([exit, error?.code]).toEqual([4, 'install.unknown'])
})
