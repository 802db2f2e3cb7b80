import { mkdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import EmulatorOrderCancel from '../../../../src/commands/emulator/order/cancel.ts'
import EmulatorOrderDeliver from '../../../../src/commands/emulator/order/deliver.ts'
import EmulatorOrderPay from '../../../../src/commands/emulator/order/pay.ts'
import EmulatorOrderPlace from '../../../../src/commands/emulator/order/place.ts'
import EmulatorOrderProcess from '../../../../src/commands/emulator/order/process.ts'
import EmulatorOrderRefund from '../../../../src/commands/emulator/order/refund.ts'
import EmulatorOrderShip from '../../../../src/commands/emulator/order/ship.ts'
import type { PlacedOrder } from '../../../../src/control/contract.ts'
import { onPlatform } from '../../../../src/project/platforms/choose-platform.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeContext } from '../../../support/context.ts'
import { servedContext } from '../../../support/served.ts'

async function withStore() {
  const served = await servedContext()
  const { store } = await served.control.openStore({ name: 'Demo' })
  return { ...served, store }
}

describe('app emulator order', () => {
  it('places, pays, ships and refunds an order, and prints it with its events with --json', async () => {
    const { overrides } = await withStore()

    const placed = await runCommand(EmulatorOrderPlace, ['--region', 'de', '--json'], overrides)
    const order = JSON.parse(placed.stdout) as PlacedOrder
    const id = String(order.id)
    const paid = await runCommand(EmulatorOrderPay, [id, '--json'], overrides)
    const shipped = await runCommand(EmulatorOrderShip, [id, '--json'], overrides)
    const refunded = await runCommand(EmulatorOrderRefund, [id, '--json'], overrides)

    expect(placed.stdout.trim().split('\n')).toHaveLength(1)
    expect(order).toMatchObject({ currency: 'EUR', status: 'processing', events: [{ topic: 'order.created' }] })
    expect(Object.keys(order)).toEqual([
      'id',
      'orderNumber',
      'status',
      'grandTotal',
      'currency',
      'regionId',
      'regionCode',
      'events',
    ])
    expect(order.regionCode).toBe('de')
    expect((await runCommand(EmulatorOrderPlace, ['--region', 'de'], overrides)).stdout).toContain(', region de.')
    const told = [paid, shipped, refunded].map(({ result }) => [result?.status, result?.events[0]?.topic])
    expect(told).toEqual([
      ['paid', 'order.paid'],
      ['shipped', 'order.shipped'],
      ['refunded', 'order.refunded'],
    ])
  })

  it('packs an order, ships it with carrier and tracking number, and delivers it', async () => {
    const { overrides, control, store, running } = await withStore()
    const order = await control.placeOrder({ store: store.code, paid: true })
    const id = String(order.id)

    const packed = await runCommand(EmulatorOrderProcess, [id], overrides)
    const parcel = ['--carrier', 'Example Post', '--tracking-number', 'EX1']
    const shipped = await runCommand(EmulatorOrderShip, [id, ...parcel], overrides)
    const handed = await runCommand(EmulatorOrderDeliver, [id], overrides)

    expect([packed, shipped, handed].map(({ result }) => result?.status)).toEqual([
      'processing',
      'shipped',
      'delivered',
    ])
    const db = running.emulator.context.storeDb(store.id)
    const row = db.prepare('SELECT shipping_method, tracking_number FROM orders WHERE id = ?').get(order.id)
    expect(row).toEqual({ shipping_method: 'Example Post', tracking_number: 'EX1' })
  })

  it('places the requested order, paid immediately, and reports it as text', async () => {
    const { overrides, store } = await withStore()

    const { stdout, exit } = await runCommand(
      EmulatorOrderPlace,
      ['--store', store.code, '--paid', '--item', '3=2', '--item', '5'],
      overrides,
    )

    expect(exit).toBe(0)
    expect(stdout).toMatch(/^Order 41 \(DEMO-1041\): paid, \d+\.\d\d TRY, region tr\.\n/)
    expect(stdout).toContain('order.created')
    expect(stdout).toContain('order.paid')
    expect(stdout).toContain('no subscriptions in demo, region tr\n')
    expect(stdout).toContain('`app webhook why order.paid --store demo --region tr` shows why.')
  })

  it('cancels an unshipped order, and rejects a shipped one with exit code 2', async () => {
    const { overrides, control, store } = await withStore()
    const open = await control.placeOrder({ store: store.code })
    const sent = await control.placeOrder({ store: store.code, paid: true })
    await control.changeOrder({ store: store.code, id: sent.id, operation: 'ship' })

    const cancelled = await runCommand(EmulatorOrderCancel, [String(open.id)], overrides)
    const refused = await runCommand(EmulatorOrderCancel, [String(sent.id)], overrides)

    expect(cancelled.stdout).toContain('cancelled')
    expect([refused.exit, refused.error?.code, refused.stdout]).toEqual([2, 'emulator.conflict', ''])
    expect(refused.stderr).toContain('it is already shipped')
  })

  it('an unknown region exits with 2 and lists the regions of the store', async () => {
    const { overrides } = await withStore()

    const { exit, error, stderr } = await runCommand(EmulatorOrderPlace, ['--region', 'xx'], overrides)

    expect([exit, error?.code]).toEqual([2, 'pin.unknown'])
    expect(stderr).toContain('tr (id 1, TRY), de (id 2, EUR)')
  })

  it('asks for the store if there are several and none is current', async () => {
    const { overrides, control } = await withStore()
    await control.openStore({ name: 'Other', seed: 'none' })

    const unnamed = await runCommand(EmulatorOrderPlace, [], overrides)
    const unknown = await runCommand(EmulatorOrderPlace, ['--store', 'nope'], overrides)

    expect([unnamed.exit, unnamed.error?.code]).toEqual([2, 'usage.missing'])
    expect(unnamed.stderr).toContain('demo (id 1001), other (id 1002)')
    expect([unknown.exit, unknown.error?.code]).toEqual([2, 'store.unknown'])
  })

  it.each([
    [EmulatorOrderPlace, ['--item', 'x']],
    [EmulatorOrderPlace, ['--item', '3=0']],
    [EmulatorOrderPay, ['DEMO-1001']],
    [EmulatorOrderPlace, ['--target', 'live']],
    [EmulatorOrderShip, ['1', '--target', 'live']],
  ])('%o rejects %j and exits with 2', async (Class, argv) => {
    const { overrides } = await withStore()

    const { exit, error } = await runCommand<PlacedOrder>(Class, argv, overrides)

    expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
  })

  it('suggests the start command of a stopped platform, and reports an unknown platform', async () => {
    const { paths } = makeContext()
    mkdirSync(onPlatform(paths, 'trial').platformDir, { recursive: true })
    const at = (name: string) => runCommand(EmulatorOrderPlace, [], makeContext({ paths: onPlatform(paths, name) }))

    const [trial, typo] = [await at('trial'), await at('trail')]

    expect([trial.exit, typo.exit]).toEqual([8, 8])
    expect(trial.error).toMatchObject({
      message: 'The emulator for platform trial is not running.',
      suggestions: ['app emulator start --platform trial', 'app dev --platform trial', 'app emulator list'],
    })
    expect(typo.error).toMatchObject({
      message: 'Unknown platform trail.',
      suggestions: [
        'Did you mean trial?',
        'Platforms: default, trial.',
        'To create it: app emulator start --platform trail',
      ],
    })
  })

  it('shows how to start the emulator if it is not running', async () => {
    const { exit, error } = await runCommand(EmulatorOrderPlace, [], makeContext())

    expect([exit, error?.code]).toEqual([8, 'emulator.not-running'])
  })
})
