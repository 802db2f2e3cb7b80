import { describe, expect, it } from 'vitest'

import EmulatorRegionActivate from '../../../src/commands/emulator/region/activate.ts'
import EmulatorRegionDeactivate from '../../../src/commands/emulator/region/deactivate.ts'
import EmulatorShippingPackageCreate from '../../../src/commands/emulator/shipping-package/create.ts'
import EmulatorShippingPackageDelete from '../../../src/commands/emulator/shipping-package/delete.ts'
import EmulatorShippingProfileCreate from '../../../src/commands/emulator/shipping-profile/create.ts'
import EmulatorShippingProfileDelete from '../../../src/commands/emulator/shipping-profile/delete.ts'
import EmulatorTaxRateChange from '../../../src/commands/emulator/tax-rate/change.ts'
import EmulatorWarehouseCreate from '../../../src/commands/emulator/warehouse/create.ts'
import EmulatorWarehouseSetDefault from '../../../src/commands/emulator/warehouse/set-default.ts'
import { runCommand } from '../../support/command/command.ts'
import { servedContext } from '../../support/served.ts'

async function withStore() {
  const served = await servedContext()
  const { store } = await served.control.openStore({ name: 'Demo' })
  return { ...served, store }
}

describe('the regions, warehouses and rates of a store', () => {
  it('changes a tax rate and shows the replaced rule', async () => {
    const { overrides } = await withStore()

    const words = await runCommand(EmulatorTaxRateChange, ['2', '21.5'], overrides)
    const json = await runCommand(EmulatorTaxRateChange, ['3', '7', '--json'], overrides)

    expect(words.stdout).toMatch(/^Tax rule \d+ \(Standard\): 21\.5 % in region \d+, replacing rule 2\.\n$/)
    expect(JSON.parse(json.stdout)).toMatchObject({ rate: '7', name: 'Reduced', isDefault: false, replaced: 3 })
  })

  it('creates a warehouse and sets a default warehouse', async () => {
    const { overrides } = await withStore()

    const made = await runCommand(
      EmulatorWarehouseCreate,
      ['--name', 'Annex', '--region', 'de', '--code', 'annex'],
      overrides,
    )
    const json = await runCommand(EmulatorWarehouseSetDefault, ['2', '--json'], overrides)
    const words = await runCommand(EmulatorWarehouseSetDefault, ['1'], overrides)

    expect(made.stdout).toMatch(/^Warehouse \d+ \(Annex, annex\) in region \d+\.\n$/)
    expect(JSON.parse(json.stdout)).toMatchObject({ id: 2, isDefault: true })
    expect(words.stdout).toContain(', the default.')
  })

  it('deactivates and reactivates a region', async () => {
    const { overrides, store } = await withStore()

    const closed = await runCommand(EmulatorRegionDeactivate, ['de', '--store', store.code], overrides)
    const opened = await runCommand(EmulatorRegionActivate, ['de', '--json'], overrides)

    expect(closed.stdout).toMatch(/^Region de \(\d+\) is inactive\.\n$/)
    expect(JSON.parse(opened.stdout)).toMatchObject({ code: 'de', currencyCode: 'EUR' })
    expect((await runCommand(EmulatorRegionActivate, ['de'], overrides)).stdout).toContain('is active.')
  })

  it('adds and removes tariffs and boxes', async () => {
    const { overrides } = await withStore()
    const box = [
      '--name',
      'Large',
      '--length',
      '60',
      '--width',
      '40',
      '--height',
      '40',
      '--max-weight',
      '20',
      '--default',
    ]

    const profile = await runCommand(EmulatorShippingProfileCreate, ['--name', 'Heavy', '--json'], overrides)
    const carton = await runCommand(EmulatorShippingPackageCreate, [...box, '--json'], overrides)
    const { id } = JSON.parse(profile.stdout) as { id: number }
    const { id: boxId } = JSON.parse(carton.stdout) as { id: number }
    const gone = await runCommand(EmulatorShippingProfileDelete, [String(id)], overrides)
    const boxGone = await runCommand(EmulatorShippingPackageDelete, [String(boxId), '--json'], overrides)

    expect(gone.stdout).toBe(`Deleted shipping profile ${id}.\n`)
    expect(JSON.parse(boxGone.stdout)).toEqual({ deleted: boxId })
    expect((await runCommand(EmulatorShippingProfileCreate, ['--name', 'B'], overrides)).stdout).toContain(
      'Added shipping profile ',
    )
    expect((await runCommand(EmulatorShippingPackageCreate, box, overrides)).stdout).toContain(
      'Added shipping package ',
    )
  })

  it.each([
    [EmulatorTaxRateChange, ['x', '1'], 'usage.invalid'],
    [EmulatorTaxRateChange, ['2', '101'], 'emulator.bad-request'],
    [EmulatorTaxRateChange, ['1', '10'], 'emulator.conflict'],
    [EmulatorWarehouseCreate, ['--name', 'New', '--code', 'tr-main'], 'emulator.conflict'],
    [EmulatorWarehouseSetDefault, ['x'], 'usage.invalid'],
    [EmulatorRegionDeactivate, ['tr'], 'emulator.conflict'],
    [EmulatorRegionDeactivate, ['de', '--target', 'live'], 'usage.invalid'],
    [EmulatorShippingProfileDelete, ['99'], 'emulator.bad-request'],
    [EmulatorShippingPackageDelete, ['x'], 'usage.invalid'],
  ])('%o rejects %j and exits with 2', async (Class, argv, code) => {
    const { overrides } = await withStore()

    const { exit, error } = await runCommand<unknown>(Class, argv, overrides)

    expect([exit, error?.code]).toEqual([2, code])
  })
})
