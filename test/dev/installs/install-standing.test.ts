import { expect, it } from 'vitest'

import { installedEvent } from '../../../src/dev/events/dev-event.ts'
import { watchInstallStanding } from '../../../src/dev/installs/install-standing.ts'

const installed = (regionId: number | null) =>
  installedEvent(
    { storeId: 1001, regionId, scopes: [], storeName: 'Demo', installScope: 'region' },
    { keptIn: null, already: false },
  )
const uninstalled = (regionId: string | null) =>
  ({
    event: 'uninstalled',
    storeId: '1001',
    regionId,
    storeCode: null,
    regionCode: null,
    remedy: { next: 'app install --approve', key: null },
  }) as const

it('an address to open means not installed, and only the end of its own install ends it', () => {
  const standing = watchInstallStanding()

  const seen = [
    { event: 'notice', text: 'x' } as const,
    { event: 'install-address', url: 'http://127.0.0.1', opened: false, isSingleUse: true } as const,
    installed(7),
    uninstalled('8'),
    uninstalled('7'),
    installed(null),
    uninstalled(null),
  ].map((event) => standing(event))

  expect(seen).toEqual([null, false, true, null, false, true, false])
})
