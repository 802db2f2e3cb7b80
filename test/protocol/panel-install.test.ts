import { describe, expect, it } from 'vitest'

import { findPanelInstall } from '../../src/protocol/panel-install.ts'

const region1 = { storeId: 1, regionId: 1, name: 'region 1 of store 1' }
const region2 = { storeId: 1, regionId: 2, name: 'region 2 of store 1' }
const wide2 = { storeId: 2, regionId: null, name: 'all of store 2' }
const installs = [region1, region2, wide2]

const notInstalled = { ok: false, reason: 'embed_store_not_installed' }

describe('findPanelInstall', () => {
  it('finds exactly the (StoreId, RegionId) pair (EMB-099)', () => {
    expect(findPanelInstall({ storeId: 1, regionId: 2, scope: 'region' }, installs)).toEqual({
      ok: true,
      install: region2,
    })
  })

  it.each([
    ['EMB-099', 'a store without any install', { storeId: 3, regionId: 1, scope: 'region' }],
    ['EMB-102', 'another region of an installed store', { storeId: 1, regionId: 3, scope: 'region' }],
    ['EMB-101', 'the region of another store', { storeId: 2, regionId: 1, scope: 'region' }],
    ['EMB-101', 'a region of a store that is installed store-wide', { storeId: 2, regionId: 7, scope: 'region' }],
    ['EMB-101', 'the whole of a store that is installed per region', { storeId: 1, regionId: null, scope: 'store' }],
    ['EMB-102', 'a store-wide token that names an installed region', { storeId: 1, regionId: 1, scope: 'store' }],
    ['EMB-102', 'a token of one region that names none', { storeId: 2, regionId: null, scope: 'region' }],
    ['EMB-102', 'an older token without a region, installed per region', { storeId: 1, regionId: null, scope: null }],
  ] as const)('%s assigns no other install to %s', (_, __, panel) => {
    expect(findPanelInstall(panel, installs)).toEqual(notInstalled)
  })

  it.each([
    ['with Scope store and no region', { storeId: 2, regionId: null, scope: 'store' }],
    ['with Scope store and a region', { storeId: 2, regionId: 7, scope: 'store' }],
    ['from before Scope existed', { storeId: 2, regionId: null, scope: null }],
  ] as const)('finds the store-wide install for a token %s (EMB-099 B48)', (_, panel) => {
    expect(findPanelInstall(panel, installs)).toEqual({ ok: true, install: wide2 })
  })

  it('accepts ids as numbers or as strings of digits, as databases return them', () => {
    const row = { storeId: '1', regionId: '2' }

    expect(findPanelInstall({ storeId: 1, regionId: 2, scope: 'region' }, [row])).toEqual({ ok: true, install: row })
  })

  it('finds no install in an empty list (EMB-099)', () => {
    expect(findPanelInstall({ storeId: 1, regionId: 1, scope: 'region' }, [])).toEqual(notInstalled)
  })
})
