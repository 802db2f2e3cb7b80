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
  it('lists all 22 scopes with the access they grant, also outside a project (SCOPE-004)', async () => {
    const { stdout, exit, result } = await runCommand(Scopes, [], { width: 200 })

    expect(exit).toBe(0)
    for (const name of scopeNames) expect(stdout).toContain(name)
    expect(stdout).toContain('Read orders (list and details).')
    expect(stdout).not.toContain('app.toml')
    expect(result).toHaveLength(22)
  })

  it('lists all scopes if app.toml contains an invalid one, and skips the comparison', async () => {
    const { context, store, cwd } = await makeInstalledPlatform({ registration: { requested_scopes: ['orders.read'] } })
    const file = `${cwd}/app.toml`
    writeFileSync(file, readFileSync(file, 'utf8').replace('required = ["orders.read"]', 'required = ["order.read"]'))

    const { exit, result, stdout } = await runCommand(Scopes, [], context())
    const named = await runCommand(Scopes, ['--store', store.code], context())

    expect([exit, (result as readonly ShownScope[]).every(({ requested }) => requested === null)]).toEqual([0, true])
    expect(stdout).toContain('orders.read')
    expect(named.error?.code).toBe('project.invalid')
  })

  it('counts the endpoints that need each scope', async () => {
    const { result } = await runCommand(Scopes)

    const rows = result as readonly ShownScope[]
    for (const { scope, endpoints: opened } of rows)
      expect(opened.map(({ id }) => id)).toEqual(endpoints.filter((one) => one.scope === scope).map(({ id }) => id))
  })

  it('shows in a project which scopes are requested and which the install holds', async () => {
    const { context } = await makeInstalledPlatform({
      registration: { requested_scopes: ['orders.read', 'products.read'], optional_scopes: ['products.read'] },
    })

    const { stdout } = await runCommand(Scopes, [], context({ width: 200 }))

    const plain = stripVTControlCharacters(stdout)
    expect(plain).toMatch(
      /^orders\.read {2}required in app\.toml {2}granted\n {4}Read orders \(list and details\)\.\n {4}2 endpoints$/m,
    )
    expect(plain).toMatch(/^products\.read {2}optional in app\.toml {2}granted$/m)
    expect(plain).toMatch(/^webhooks\.manage {2}announced$/m)
    expect(plain).toMatch(/^coupons\.read {2}undocumented$/m)
  })
})

describe('with a name', () => {
  it('SCOPE-005 EVT-030 shows the endpoints and the topics that need it', async () => {
    const { stdout } = await runCommand(Scopes, ['orders.read'])

    expect(stdout).toMatch(/^Access +Read orders \(list and details\)\.$/m)
    expect(stdout).toMatch(
      /^Endpoints +GET \/orders \(app call orders list\)\n +GET \/orders\/\{id\} \(app call orders get\)$/m,
    )
    expect(stdout).toMatch(/^Topics \(assumed\) +order\.created$/m)
    expect(stdout).toMatch(/^app\.toml +no project$/m)
    expect(stdout).toMatch(/^Install +no install on record$/m)
    expect(stdout).not.toMatch(/^State/m)
  })

  it('reports that the announced scope grants no access yet (SCOPE-010)', async () => {
    const { stdout } = await runCommand(Scopes, ['webhooks.manage'])

    expect(stdout).toMatch(/^State +Announced\. You can request it, but no endpoint uses it yet\.$/m)
    expect(stdout).toMatch(/^Endpoints +none$/m)
  })

  it.each(['links.read', 'coupons.write', 'shipping.provider'])(
    'reports that the full access of %s is not documented (SCOPE-034 SCOPE-037 SCOPE-046)',
    async (scope) => {
      const { stdout } = await runCommand(Scopes, [scope])

      expect(stdout).toMatch(/^State +The full access is not documented/m)
    },
  )

  it('distinguishes a requested scope that the install lacks from one that is not requested (SCOPE-001)', async () => {
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
      /^app\.toml +requested, required\nInstall +demo, region \d+: not granted\. Scopes are frozen at install\. Run `app install` again\.$/m,
    )
    expect(other.stdout).toMatch(
      /^app\.toml +not requested\nInstall +demo, region \d+: not granted\. Add the scope to app\.toml, then run `app register` and `app install`\.$/m,
    )
    expect(held.stdout).toMatch(/^Install +demo, region \d+: granted$/m)
  })

  it('prints the same data as JSON', async () => {
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

  it('an unknown scope exits with 2 and suggests the nearest', async () => {
    const { error, exit, stderr } = await runCommand(Scopes, ['order.read'])

    expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
    expect(stderr).toContain('app scopes orders.read')
  })

  it('points to the full list for a word that resembles no scope, and suggests no other', async () => {
    const { stderr } = await runCommand(Scopes, ['xyz'])

    expect(stderr).toContain('To list all scopes, run `app scopes`.')
    expect(stderr).not.toMatch(/app scopes \w+\./)
  })
})

it('an unknown install is an error, not an empty response', async () => {
  const { context } = await makePlatform()

  const { exit, error } = await runCommand(Scopes, ['orders.read', '--store', 'nowhere'], context())

  expect([exit, error?.code]).toEqual([4, 'install.unknown'])
})
