import { describe, expect, it } from 'vitest'

import { failureOf } from '../support/machine.ts'
import { usePlatform, type OpenProject } from '../support/platform.ts'

const platform = usePlatform()

const orders = ['call', 'orders', 'list', '--json']

async function setPlan({ key, store }: OpenProject, plan: string): Promise<void> {
  await platform().control('POST', `/stores/${store.code}/apps/${key}/plan`, { plan })
}

describe('what the platform refuses', () => {
  it('TOK-013 P22 a token that was revoked in the middle is exit 4, says to install again, and is not thrown away', async () => {
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

  it('TOK-013 app uninstall takes token and install away: the next call says how to get one', async () => {
    const project = await platform().installedProject()

    await project.ok(['uninstall'])
    const call = failureOf(await project.run(orders))
    const show = failureOf(await project.run(['token', 'show', '--json']))

    for (const error of [call, show]) {
      expect(error.exit).toBe(4)
      expect(error.hint).toContain('app install')
    }
  })

  it('P22 a pending payment is exit 6 in every call, and the same token works once it is paid', async () => {
    const project = await platform().installedProject()

    await setPlan(project, 'paid-pending')
    const call = failureOf(await project.run(orders))
    const context = failureOf(await project.run(['context', '--json']))
    await setPlan(project, 'paid')

    expect(call).toMatchObject({ exit: 6, code: 'api.payment-pending' })
    expect(context).toMatchObject({ exit: 6, code: 'api.payment-pending' })
    expect(await project.ok(['call', 'orders', 'list'])).toMatchObject({ success: true })
  })

  it('an install into a store whose payment is pending keeps the token and says so', async () => {
    const project = await platform().openProject()
    await setPlan(project, 'paid-pending')

    const installed = await project.ok(['install', '--approve'])

    expect(installed).toMatchObject({ paymentPending: true, storeCode: project.store.code })
    await setPlan(project, 'paid')
    expect(await project.ok(['call', 'orders', 'list'])).toMatchObject({ success: true })
  })

  it('SCOPE a missing scope is exit 5 and names the scope', async () => {
    const project = await platform().installedProject()

    const refused = failureOf(await project.run(['call', 'products', 'list', '--json']))

    expect(refused).toMatchObject({ exit: 5, code: 'api.forbidden' })
    expect(refused.message).toContain('products.read')
    expect(refused.hint).toContain('app.toml')
  })

  it('a region that the store does not have is exit 2 for install and order too, with the regions it has', async () => {
    const project = await platform().openProject()

    const install = failureOf(await project.run(['install', '--approve', '--region', 'xx', '--json']))
    const order = failureOf(await project.run(['emulator', 'order', 'place', '--region', 'xx', '--json']))

    for (const error of [install, order]) {
      expect(error.exit).toBe(2)
      expect(error.hint).toMatch(/tr .*de .*gb /)
    }
    expect(await platform().requests(project.key)).toEqual([])
  })

  it('APP-022 a store that the app may not be tested in is refused before any exchange', async () => {
    const project = await platform().newProject()
    await project.ok(['register'])
    await platform().control('POST', '/stores', { name: 'Foreign' })

    const refused = failureOf(await project.run(['install', '--approve', '--json']))

    expect(refused.exit).toBeGreaterThan(1)
    expect(refused.hint).toMatch(/app store (open|use)/)
    expect(await platform().requests(project.key)).toEqual([])
  })

  it('a store that is not there is exit 2 for an install and for a call, with those that are there', async () => {
    const project = await platform().installedProject()

    const install = failureOf(await project.run(['install', '--approve', '--store', 'nowhere', '--json']))
    const call = failureOf(await project.run([...orders, '--store', 'nowhere']))

    expect(install).toMatchObject({ exit: 2, code: 'store.unknown' })
    expect(call).toMatchObject({ exit: 2, code: 'store.unknown' })
    for (const { hint } of [install, call]) expect(hint).toContain(project.store.code)
  })
})
