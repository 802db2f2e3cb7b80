import { expect, it } from 'vitest'

import type { Install } from '../../../src/project/installs.ts'
import { chooseInstall, elsewhereNote, type InstallChoice } from '../../../src/tasks/selection/choose-install.ts'

const TR = { id: 1, code: 'TR', countryCode: 'TR', currency: 'TRY' }
const DE = { id: 2, code: 'DE', countryCode: 'DE', currency: 'EUR' }

function makeInstall(overrides: Partial<Install> = {}): Install {
  return {
    identity: 'emulator:x',
    appKey: 'app.acme.loyalty',
    storeId: 1001,
    regionId: null,
    storeCode: 'demo-1',
    storeName: 'Demo',
    storeDomain: 'demo.example',
    installScope: 'store',
    scopes: [],
    regions: [TR, DE],
    installedAt: '2026-11-21T12:00:00Z',
    ...overrides,
  }
}

const inTr = makeInstall({ regionId: 1, installScope: 'region', regions: [TR] })
const inDe = makeInstall({ regionId: 2, installScope: 'region', regions: [DE] })
const elsewhere = makeInstall({ storeId: 1002, storeCode: 'demo-2' })

function choose(installs: readonly Install[], overrides: Partial<InstallChoice> = {}): Install {
  return chooseInstall({
    installs,
    current: null,
    store: undefined,
    region: undefined,
    appKey: 'app.acme.loyalty',
    ...overrides,
  })
}

const current = (storeId: number, regionId: number | null = null) => ({
  current: { storeId, storeCode: null, regionId },
})

it('selects the only install for any region, so that the client reports what is wrong with it', () => {
  expect(choose([inTr])).toBe(inTr)
  expect(choose([inTr], { region: 'xx' })).toBe(inTr)
})

it('selects the given store, or else the current one', () => {
  const all = [makeInstall(), elsewhere]

  expect(choose(all, { store: 'DEMO-2' })).toBe(elsewhere)
  expect(choose(all, { store: '1002' })).toBe(elsewhere)
  expect(choose(all, current(1002))).toBe(elsewhere)
  expect(() => choose(all)).toThrow(
    expect.objectContaining({
      code: 'usage.missing',
      suggestions: expect.arrayContaining(['Select one with --store: demo-1 (id 1001), demo-2 (id 1002).']) as string[],
    }),
  )
  expect(() => choose(all, { store: 'nope' })).toThrow(expect.objectContaining({ code: 'store.unknown' }))
})

it('removes an install from the current store only, and reports where another one exists', () => {
  const removal = 'token delete'

  expect(choose([elsewhere], current(1001))).toBe(elsewhere)
  expect(choose([elsewhere], { removal })).toBe(elsewhere)
  expect(choose([makeInstall(), elsewhere], { ...current(1001), removal }).storeId).toBe(1001)
  expect(() => choose([elsewhere], { ...current(1001), removal })).toThrow(
    expect.objectContaining({
      code: 'install.unknown',
      suggestions: ['For Demo (demo-2), run: `app token delete --store demo-2`.'],
    }),
  )
  expect(() => choose([makeInstall(), elsewhere], current(1003))).toThrow('not in store 1003, the current store')
})

it('reports that a call uses a store other than the current one', () => {
  const of = (store: string | undefined, id: number) => elsewhereNote(elsewhere, { store, ...current(id) })

  expect(of(undefined, 1001)).toContain('Using Demo (demo-2)')
  expect([of('demo-2', 1001), of(undefined, 1002)]).toEqual([null, null])
  expect(elsewhereNote(elsewhere, { store: undefined, current: null })).toBeNull()
})

it('selects the install, and so the token, of the given region (PIN-014)', () => {
  expect(choose([inTr, inDe], { region: 'eur' })).toBe(inDe)
  expect(choose([inTr, inDe], { region: '1' })).toBe(inTr)
  expect(choose([inTr, inDe], current(1001, 2))).toBe(inDe)
})

it('lists the regions if the region is missing or unknown (PIN-015)', () => {
  const regions = expect.arrayContaining([expect.stringContaining('TR (id 1, TRY), DE (id 2, EUR)')]) as string[]

  expect(() => choose([inTr, inDe])).toThrow(
    expect.objectContaining({ code: 'pin.missing', oclif: { exit: 2 }, suggestions: regions }),
  )
  expect(() => choose([inTr, inDe], { region: 'xx' })).toThrow(
    expect.objectContaining({ code: 'pin.unknown', oclif: { exit: 2 }, suggestions: regions }),
  )
})

it('does not report the store as not installed for a region without an install (PIN-014)', () => {
  expect(() => choose([inTr, inDe], { region: 'gb' })).toThrow(
    expect.objectContaining({
      message: 'This machine has no install of the app in region gb. Nothing was done.',
      suggestions: ['Installed in: TR (id 1, TRY), DE (id 2, EUR).'],
    }),
  )
})

it('finds an install by its region id if the region has no other record (PIN-014)', () => {
  const bare = [1, 2].map((regionId) => makeInstall({ regionId, installScope: 'region', regions: [] }))

  expect(choose(bare, { region: '2' })).toBe(bare[1])
  expect(() => choose(bare)).toThrow(
    expect.objectContaining({ suggestions: ['Select one with --region: 1 (id 1), 2 (id 2).'] }),
  )
})

it('reports that the app is not installed', () => {
  expect(() => choose([])).toThrow(expect.objectContaining({ code: 'install.unknown', oclif: { exit: 4 } }))
})
