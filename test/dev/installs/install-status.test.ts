import { expect, it } from 'vitest'

import { watchInstallStatus } from '../../../src/dev/installs/install-status.ts'
import { installedEvent } from '../../../src/dev/installs/installed-event.ts'

const installed = (regionId: number | null) =>
  installedEvent(
    { storeId: 1001, regionId, scopes: [], storeName: 'Demo', installScope: 'region' },
    { storedIn: null, alreadyInstalled: false },
  )
const place = (regionId: string | null) => ({ storeId: '1001', regionId, storeCode: null, regionCode: null })
const remedy = { next: 'app install --approve', key: null }
const uninstalled = (regionId: string | null) => ({ event: 'uninstalled', ...place(regionId), remedy }) as const
const dead = (regionId: string | null) =>
  ({ event: 'token-invalid', ...place(regionId), reason: 'replaced', remedy }) as const

it('an install address means not installed before the first install, and later only a lost install or token does', () => {
  const isInstalled = watchInstallStatus()

  const seen = [
    { event: 'notice', text: 'x' } as const,
    { event: 'install-address', url: 'http://127.0.0.1', opened: false, singleUse: true } as const,
    installed(7),
    // Asking for consent again revokes nothing.
    { event: 'install-address', url: 'http://127.0.0.1', opened: false, singleUse: true } as const,
    uninstalled('8'),
    uninstalled('7'),
    installed(null),
    uninstalled(null),
    installed(7),
    dead('8'),
    dead('7'),
    { ...place('7'), event: 'token-restored' } as const,
  ].map((event) => isInstalled(event))

  expect(seen).toEqual([null, false, true, null, null, false, true, false, true, null, false, true])
})
