import { expect, it } from 'vitest'

import type { Install } from '../../src/project/installs.ts'
import { chooseOrigin } from '../../src/webhooks/event-origin.ts'

const inDemo: Install = {
  identity: 'emulator:x',
  appKey: 'app.acme.loyalty',
  storeId: 1001,
  regionId: 1,
  storeCode: 'demo',
  storeName: 'Demo',
  storeDomain: 'demo.example',
  installScope: 'region',
  scopes: [],
  regions: [{ id: 1, code: 'tr', countryCode: 'TR', currency: 'TRY' }],
  installedAt: '2026-11-21T12:00:00Z',
}

it('reports that an event comes from a store other than the current one, unless that store was given', () => {
  const current = { storeId: 1002, storeCode: 'demo-2', regionId: null }
  const of = (store?: string) => chooseOrigin({ installs: [inDemo], current, store }).note

  expect(of()).toBe('The app is not installed in demo-2, the current store. The event uses demo.')
  expect(of('demo')).toBeNull()
})
