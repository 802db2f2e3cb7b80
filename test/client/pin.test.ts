import { expect, it } from 'vitest'

import { resolvePin, type PinFacts } from '../../src/client/pin.ts'
import { AppError } from '../../src/errors.ts'
import { findRegion } from '../../src/selection/region.ts'

const regions = [
  { id: 1, code: 'TR', countryCode: 'TR', currency: 'TRY' },
  { id: 2, code: 'DE', countryCode: 'DE', currency: 'EUR' },
  { id: 3, code: 'FR-SHOP', countryCode: 'FR', currency: 'EUR' },
]

const storeWide: PinFacts = { installScope: 'store', regionId: null, regions }
const regionScoped: PinFacts = { installScope: 'region', regionId: 1, regions: regions.slice(0, 1) }

it.each([
  ['2', 2],
  ['de', 2],
  ['FR-shop', 3],
  ['fr', 3],
  ['try', 1],
])('accepts a region of a store-wide install by id, code, country or currency: %s (PIN-004 PIN-013)', (region, id) => {
  expect(resolvePin(storeWide, { region, rule: 'required' })).toBe(id)
})

it('rejects a region that the install does not have, and lists the available regions', () => {
  expect(() => resolvePin(storeWide, { region: 'xx', rule: 'required' })).toThrow(
    expect.objectContaining({
      code: 'pin.unknown',
      oclif: { exit: 2 },
      suggestions: ['Regions: TR (id 1, TRY), DE (id 2, EUR), FR-SHOP (id 3, EUR).'],
    }),
  )
})

it('rejects a name that matches several regions, and lists them', () => {
  expect(() => findRegion(regions, 'eur')).toThrow(
    expect.objectContaining({
      code: 'pin.ambiguous',
      suggestions: ['Use an id or code: DE (id 2, EUR), FR-SHOP (id 3, EUR).'],
    }),
  )
})

it('rejects a pin that a region-scoped token would silently ignore (PIN-001 PIN-003)', () => {
  expect(() => resolvePin(regionScoped, { region: 'de', rule: 'required' })).toThrow(
    expect.objectContaining({
      code: 'pin.ignored',
      message: expect.stringContaining('would silently ignore') as string,
      suggestions: expect.arrayContaining([expect.stringContaining('TR (id 1, TRY)')]) as string[],
    }),
  )
})

it('suggests removing the region installs if app.toml has the install scope store (TOK-021)', () => {
  expect(() => resolvePin({ ...regionScoped, wantedScope: 'store' }, { region: 'de', rule: 'required' })).toThrow(
    expect.objectContaining({
      code: 'pin.ignored',
      suggestions: [
        'Leave out --region, or use TR (id 1, TRY).',
        'app.toml has install_scope = "store", which excludes region installs. Remove these installs in the store admin, then install the app again.',
      ],
    }),
  )
})

it('reports a region outside the install first if a region-scoped token belongs to another region (PIN-013)', () => {
  const message = (region: string) => {
    try {
      return String(resolvePin({ ...regionScoped, regions }, { region, rule: 'required' }))
    } catch (error) {
      return error instanceof AppError ? error.message : error
    }
  }

  expect(message('xx')).toBe(
    'Region xx is not a region of this install, which is locked to TR (id 1, TRY). The platform would silently ignore --region xx, so nothing was sent.',
  )
  expect(message('de')).toMatch(/^This install is locked to TR/)
})

it('sends no pin with a region-scoped token, even if its own region is given (PIN-001)', () => {
  expect(resolvePin(regionScoped, { rule: 'required' })).toBeNull()
  expect(resolvePin(regionScoped, { region: 'tr', rule: 'required' })).toBeNull()
  expect(resolvePin(regionScoped, { region: '1', rule: 'not-needed' })).toBeNull()
})

it('rejects a missing pin before the request, unless a region is current or the only one (PIN-006 PIN-011 GEN-034)', () => {
  expect(() => resolvePin(storeWide, { rule: 'required' })).toThrow(
    expect.objectContaining({ code: 'pin.missing', oclif: { exit: 2 } }),
  )
  expect(resolvePin({ ...storeWide, currentRegionId: 2 }, { rule: 'required' })).toBe(2)
  expect(resolvePin({ ...storeWide, regions: regions.slice(1, 2) }, { rule: 'required' })).toBe(2)
})

it('needs no pin if the endpoint does not require it, and never narrows such a response automatically (PIN-012 PIN-016)', () => {
  for (const rule of ['optional', 'not-needed', 'token'] as const) {
    expect(resolvePin(storeWide, { rule })).toBeNull()
    expect(resolvePin(storeWide, { rule, region: 'de' })).toBe(2)
  }
  expect(resolvePin({ ...storeWide, currentRegionId: 2 }, { rule: 'optional' })).toBeNull()
})
