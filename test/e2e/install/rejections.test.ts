import { describe, expect, it } from 'vitest'

import { failureOf } from '../support/machine.ts'
import { usePlatform, type OpenProject } from '../support/platform.ts'

const platform = usePlatform()

const orders = ['call', 'orders', 'list', '--json']

async function setPlan({ key, store }: OpenProject, plan: string): Promise<void> {
  await platform().control('POST', `/stores/${store.code}/apps/${key}/plan`, { plan })
}

describe('errors from the platform', () => {
  it('a revoked token exits with 4, suggests a reinstall and stays stored (TOK-013 P22)', async () => {
    const project = await platform().installedProject()
    await project.ok(['call', 'orders', 'list'])
    const before = await project.ok(['token', 'show', '--reveal'])

    await platform().control('POST', `/stores/${project.store.code}/apps/${project.key}/uninstall`, {})
    const refused = failureOf(await project.run(orders))
    const context = failureOf(await project.run(['context', '--json']))

    expect(refused).toMatchObject({
      exit: 4,
      code: 'api.unauthorized',
      hint: expect.stringContaining('app install') as unknown,
    })
    expect(context).toMatchObject({ exit: 4, code: 'api.unauthorized' })
    expect(await project.ok(['token', 'show', '--reveal'])).toEqual(before)
    await project.ok(['install', '--approve'])
    expect(await project.ok(['call', 'orders', 'list'])).toMatchObject({ success: true })
  })

  it('app uninstall removes token and install, and the next call shows the install command (TOK-013)', async () => {
    const project = await platform().installedProject()

    await project.ok(['uninstall'])
    const call = failureOf(await project.run(orders))
    const show = failureOf(await project.run(['token', 'show', '--json']))

    for (const error of [call, show]) {
      expect(error.exit).toBe(4)
      expect(error.hint).toContain('app install')
    }
  })

  it('every call exits with 6 during a pending payment, and the same token works after payment (P22)', async () => {
    const project = await platform().installedProject()

    await setPlan(project, 'paid-pending')
    const call = failureOf(await project.run(orders))
    const context = failureOf(await project.run(['context', '--json']))
    await setPlan(project, 'paid')

    expect(call).toMatchObject({ exit: 6, code: 'api.payment-pending' })
    expect(context).toMatchObject({ exit: 6, code: 'api.payment-pending' })
    expect(await project.ok(['call', 'orders', 'list'])).toMatchObject({ success: true })
  })

  it('an install into a store with a pending payment stores the token and reports the payment', async () => {
    const project = await platform().openProject()
    await setPlan(project, 'paid-pending')

    const installed = await project.ok(['install', '--approve'])

    expect(installed).toMatchObject({ paymentPending: true, storeCode: project.store.code })
    await setPlan(project, 'paid')
    expect(await project.ok(['call', 'orders', 'list'])).toMatchObject({ success: true })
  })

  it('exits with 5 on a missing scope and names the scope (SCOPE)', async () => {
    const project = await platform().installedProject()

    const refused = failureOf(await project.run(['call', 'products', 'list', '--json']))

    expect(refused).toMatchObject({ exit: 5, code: 'api.forbidden' })
    expect(refused.message).toContain('products.read')
    expect(refused.hint).toContain('app.toml')
  })

  it('install and order exit with 2 on an unknown region and list the regions of the store', async () => {
    const project = await platform().openProject()

    const install = failureOf(await project.run(['install', '--approve', '--region', 'xx', '--json']))
    const order = failureOf(await project.run(['emulator', 'order', 'place', '--region', 'xx', '--json']))

    for (const error of [install, order]) {
      expect(error.exit).toBe(2)
      expect(error.hint).toMatch(/tr .*de .*gb /)
    }
    expect(await platform().requests(project.key)).toEqual([])
  })

  it('rejects a store that is not a test store of the app before any exchange (APP-022)', async () => {
    const project = await platform().newProject()
    await project.ok(['register'])
    await platform().control('POST', '/stores', { name: 'Foreign' })

    const refused = failureOf(await project.run(['install', '--approve', '--json']))

    expect(refused.exit).toBeGreaterThan(1)
    expect(refused.hint).toMatch(/app store (open|use)/)
    expect(await platform().requests(project.key)).toEqual([])
  })

  it('an install and a call exit with 2 on an unknown store and list the available stores', async () => {
    const project = await platform().installedProject()

    const install = failureOf(await project.run(['install', '--approve', '--store', 'nowhere', '--json']))
    const call = failureOf(await project.run([...orders, '--store', 'nowhere']))

    expect(install).toMatchObject({ exit: 2, code: 'store.unknown' })
    expect(call).toMatchObject({ exit: 2, code: 'store.unknown' })
    for (const { hint } of [install, call]) expect(hint).toContain(project.store.code)
  })
})
