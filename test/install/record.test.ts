import { expect, it } from 'vitest'

import Install from '../../src/commands/install.ts'
import { memoryCredentials } from '../../src/credentials/memory.ts'
import { recordExchanged, withEarlier } from '../../src/install/record.ts'
import { recordInstall, withInstalls, type Install as Recorded } from '../../src/project/installs.ts'
import { runCommand } from '../support/command/command.ts'
import { makeContext } from '../support/context.ts'
import { approveAt, makeLivePlatform } from '../support/live-platform.ts'
import { waitForPerson, stdinOf } from '../support/stdin.ts'

const app = { identity: 'https://api.example', appKey: 'app.acme.loyalty' }
const tr = { id: 1, code: 'tr', currency: 'TRY', countryCode: 'TR', isDefault: true }

function installIn(regionId: number | null, more: Partial<Recorded> = {}): Recorded {
  return {
    ...app,
    storeId: 1001,
    storeCode: null,
    regionId,
    storeName: 'Demo',
    storeDomain: 'demo.example',
    installScope: regionId === null ? 'store' : 'region',
    scopes: [],
    regions: [],
    installedAt: '2026-11-21T12:00:00.000Z',
    ...more,
  }
}

it('copies the store and region codes from an earlier record of the same store', () => {
  const earlier = [
    installIn(null, { storeCode: 'demo', regions: [tr, { id: 2, code: 'de', currency: 'EUR' }] }),
    installIn(1, { storeId: 2002, storeCode: 'other', regions: [{ ...tr, code: 'xx' }] }),
  ]

  expect(withEarlier(installIn(1), earlier)).toMatchObject({ storeCode: 'demo', regions: [tr] })
  expect(withEarlier(installIn(3), earlier)).toMatchObject({ storeCode: 'demo', regions: [] })
})

it('prefers the region data of the exchange to the earlier record', () => {
  const now = { id: 1, code: 'tr', currency: 'EUR', domain: 'tr.example' }

  expect(withEarlier(installIn(null, { regions: [now] }), [installIn(1, { regions: [tr] })]).regions).toEqual([
    { ...tr, ...now },
  ])
})

it.each<[string, readonly (number | null)[], number | null, readonly (number | null)[], number | null]>([
  ['a store-wide install', [1, 2], null, [null], null],
  ['an install of a region', [null], 1, [1], 1],
  ['another region', [1], 2, [1, 2], 1],
])(
  'after the exchange of %s no install of the other scope stays on record, nor its region as the current one (INST-068)',
  async (_, before, next, left, current) => {
    const { paths } = makeContext()
    const credentials = memoryCredentials()
    const keyOf = (regionId: number | null) => ({ ...app, kind: 'token', storeId: 1001, regionId }) as const
    const elsewhere = installIn(null, { storeId: 2002 })
    withInstalls(paths, (installs) => installs.put(elsewhere))
    for (const regionId of before) {
      recordInstall(paths, installIn(regionId))
      await credentials.set(keyOf(regionId), 'svcapp_old')
    }

    expect(await recordExchanged({ paths, credentials }, installIn(next))).toBe(false)

    const kept = withInstalls(paths, (installs) => installs.list(app)).filter(({ storeId }) => storeId === 1001)
    expect(kept.map(({ regionId }) => regionId)).toEqual(left)
    expect(withInstalls(paths, (installs) => installs.current(app))).toMatchObject({ storeId: 1001, regionId: current })
    for (const regionId of before) {
      expect(await credentials.stored(keyOf(regionId))).toBe(left.includes(regionId) ? 'svcapp_old' : null)
    }
    expect(withInstalls(paths, (installs) => installs.find(elsewhere))).toEqual(elsewhere)
  },
)

it('keeps the codes of the earlier record and suggests no event for a live install with a pending payment', async () => {
  const platform = await makeLivePlatform()
  const { live, made, app: registered, store } = platform
  const install = async () => {
    const context: ReturnType<typeof live> = live({
      sleep: waitForPerson,
      channel: stdinOf(() => approveAt(platform, context.captured.stderr())),
    })
    return runCommand(Install, ['--paste', '--yes'], context)
  }
  const first = await install()
  await made.control('POST', `/stores/${store.code}/apps/${registered.appKey}/plan`, { plan: 'paid-pending' })

  const again = await install()

  expect(first.stderr).toContain('that token is now revoked')
  expect(again.error).toBeUndefined()
  expect(again.result).toMatchObject({ paymentPending: true, storeCode: store.code, regions: [{ code: 'tr' }] })
  expect(again.stderr).toContain('Next, ask the store owner to pay for the plan in the store admin')
  expect(again.stderr).not.toContain('cause an event')
})
