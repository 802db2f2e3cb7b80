import { describe, expect, it } from 'vitest'

import { documentOf, errorOf } from './support/machine.ts'
import { usePlatform, type OpenProject, type ProjectFolder } from './support/platform.ts'

const platform = usePlatform()

async function tokenOf(project: ProjectFolder, ...flags: string[]): Promise<string> {
  const { token } = await project.ok<{ token: string }>(['token', 'show', '--reveal', ...flags])
  return token
}

function direct(path: string, token: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${platform().urls.api}/api/apps/v1${path}`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
  })
}

describe('from an empty folder to the orders of one region', () => {
  it('init, register, store open and install --approve print all that a script needs (INST-058 INST-059 EXCH-039)', async () => {
    const project = await platform().newProject({ byPrograms: true })

    const registered = await project.ok(['register'])
    const opened = await project.ok(['store', 'open', '--name', 'Demo'])
    const installed = await project.ok(['install', '--approve'])

    expect(registered).toMatchObject({ app_key: project.key, created: true, revealed: null, status: 'D' })
    const store = opened['store'] as OpenProject['store']
    expect(store.name).toBe('Demo')
    const home = store.regions.find(({ isDefault }) => isDefault)
    expect(installed).toMatchObject({
      appKey: project.key,
      storeId: store.id,
      storeCode: store.code,
      regionId: home?.id,
      installScope: 'region',
      scopes: ['orders.read'],
      regions: [{ id: home?.id, code: 'tr', currency: 'TRY' }],
      storeName: 'Demo',
      storeDomain: store.domain,
      replaced: false,
    })
  })

  it('call orders list --json prints the bytes of the platform, and --region xx exits with 2 and sends nothing (PIN-003)', async () => {
    const project = await platform().installedProject()
    const token = await tokenOf(project)

    const list = await project.run(['call', 'orders', 'list', '--region', 'tr', '--status', 'paid', '--json'])
    const answer = await direct('/orders?status=paid', token)
    const before = await platform().requests(project.key)
    const wrong = await project.run(['call', 'orders', 'list', '--region', 'xx', '--json'])
    const foreign = await project.run(['call', 'orders', 'list', '--region', 'de', '--json'])

    expect(list.exit).toBe(0)
    expect(list.bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
    const items = documentOf(list)['items'] as { status: string }[]
    expect(items.length).toBeGreaterThan(0)
    expect(items.filter(({ status }) => status !== 'paid')).toEqual([])
    for (const run of [wrong, foreign]) {
      expect(run.exit).toBe(2)
      expect(errorOf(run).code).toMatch(/^pin\./)
      expect(errorOf(run).hint).toContain('tr (id ')
    }
    expect(await platform().requests(project.key)).toEqual(before)
  })

  it('token show --reveal prints the current token, and show and list never do (TOK-016 T35)', async () => {
    const project = await platform().installedProject()

    const revealed = await project.ok(['token', 'show', '--reveal'])
    const masked = await project.ok(['token', 'show'])
    const quiet = [
      await project.run(['token', 'show']),
      await project.run(['token', 'list']),
      await project.run(['token', 'list', '--json']),
    ]

    const token = String(revealed['token'])
    expect(revealed).toMatchObject({ appKey: project.key, revealed: true })
    expect((await direct('/context', token)).status).toBe(200)
    expect(masked['revealed']).toBe(false)
    expect(masked['token']).toMatch(/^svcapp_\d+_\d+_…$/)
    for (const { exit, stdout, stderr } of quiet) {
      expect(exit).toBe(0)
      expect(stdout).not.toContain(token.slice(-64))
      expect(stderr).not.toContain(token.slice(-64))
    }
    expect(quiet[1]?.stdout).toContain(project.key)
  })

  it('each region has its own install and token, and without --region both are listed (INST-061 INST-063 PIN-014)', async () => {
    const project = await platform().installedProject()

    const second = await project.ok(['install', '--approve', '--region', 'de'])
    const [ofTr, ofDe] = [await tokenOf(project, '--region', 'tr'), await tokenOf(project, '--region', 'eur')]
    const ambiguous = await project.run(['call', 'orders', 'list', '--json'])
    const unknown = await project.run(['call', 'orders', 'list', '--region', 'xx', '--json'])

    expect(second).toMatchObject({ replaced: false, regions: [{ code: 'de', currency: 'EUR' }] })
    expect(ofTr).not.toBe(ofDe)
    for (const run of [ambiguous, unknown]) {
      expect(run.exit).toBe(2)
      expect(errorOf(run).hint).toMatch(/tr \(id \d+, TRY\), de \(id \d+, EUR\)/)
    }
  })

  it('a reinstall reports the replaced token, and the old token no longer works (TOK-014)', async () => {
    const project = await platform().installedProject()
    const old = await tokenOf(project)

    const again = await project.ok(['install', '--approve'])

    expect(again).toMatchObject({ replaced: true })
    expect((await direct('/context', old)).status).toBe(401)
    expect((await direct('/context', await tokenOf(project))).status).toBe(200)
  })
})

describe('a store-wide install', () => {
  it('lists all regions with ids, and the token is not bound to a region (INST-066)', async () => {
    const project = await platform().openProject({ installScope: 'store' })

    const installed = await project.ok(['install', '--approve'])

    expect(installed).toMatchObject({ installScope: 'store', regionId: null })
    expect(installed['regions']).toMatchObject([{ code: 'tr' }, { code: 'de' }, { code: 'gb' }])
    expect(await tokenOf(project)).toMatch(/^svcapp_\d+_all_/)
  })

  it('a call without --region lists the regions, and with one prints its response byte for byte (PIN-006 PIN-013)', async () => {
    const project = await platform().installedProject({ installScope: 'store' })
    const token = await tokenOf(project)
    const regions = new Map(project.store.regions.map(({ code, id }) => [code, id]))

    const before = await platform().requests(project.key)
    const unnamed = await project.run(['call', 'orders', 'list', '--json'])
    const unknown = await project.run(['call', 'orders', 'list', '--region', 'xx', '--json'])
    const after = await platform().requests(project.key)

    for (const run of [unnamed, unknown]) {
      expect(run.exit).toBe(2)
      expect(errorOf(run).hint).toMatch(/tr \(id \d+, TRY\), de \(id \d+, EUR\), gb \(id \d+, GBP\)/)
    }
    expect(after).toEqual(before)
    for (const name of ['de', 'DE', 'eur', String(regions.get('de'))]) {
      const run = await project.run(['call', 'orders', 'list', '--region', name, '--json'])
      const answer = await direct('/orders', token, { 'X-Region-Id': String(regions.get('de')) })
      expect(run.exit).toBe(0)
      expect(run.bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
    }
  })
})
