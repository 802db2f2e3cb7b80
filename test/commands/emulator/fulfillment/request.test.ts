import { expect, it } from 'vitest'

import FulfillmentRequest from '../../../../src/commands/emulator/fulfillment/request.ts'
import ProviderCreate from '../../../../src/commands/emulator/provider/create.ts'
import type { PlacedOrder } from '../../../../src/control/contract.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

async function fulfilling() {
  const platform = await makeInstalledPlatform({
    registration: { requested_scopes: ['fulfillment.write'], webhook_topics: ['fulfillment.requested'] },
  })
  const { order } = await platform.made.control<{ order: PlacedOrder }>(
    'POST',
    `/stores/${platform.store.code}/orders`,
    { paid: true },
  )
  return { ...platform, order: String(order.id) }
}

it('requests fulfillment of an order from the fulfillment provider of the emulator (EVT-020 GEN-018)', async () => {
  const { context, app, order } = await fulfilling()
  const none = await runCommand(FulfillmentRequest, [order], context())
  await runCommand(ProviderCreate, ['--kind', 'fulfillment', '--name', 'Warehouse'], context())

  const asked = await runCommand(FulfillmentRequest, [order], context())
  const json = await runCommand(FulfillmentRequest, [order, '--provider', '1', '--json'], context())

  expect([none.exit, none.error?.code]).toEqual([2, 'emulator.conflict'])
  expect(none.error).toMatchObject({ suggestions: [expect.stringContaining('provider create --kind fulfillment')] })
  expect(asked.stdout).toMatch(/^fulfillment\.requested {2}evt_[0-9a-f]{32} {2}to app\./)
  expect(JSON.parse(json.stdout)).toMatchObject({
    topic: 'fulfillment.requested',
    appKey: app.appKey,
    deliveries: 1,
  })
})

it('rejects an invalid id, an unknown id and an invalid provider', async () => {
  const { context, order } = await fulfilling()

  const text = await runCommand(FulfillmentRequest, ['first'], context())
  const unknown = await runCommand(FulfillmentRequest, ['999999'], context())
  const provider = await runCommand(FulfillmentRequest, [order, '--provider', 'x'], context())

  expect([text.exit, text.error?.code]).toEqual([2, 'usage.invalid'])
  expect([unknown.exit, unknown.error?.code]).toEqual([2, 'emulator.bad-request'])
  expect([provider.exit, provider.error?.code]).toEqual([2, 'usage.invalid'])
})
