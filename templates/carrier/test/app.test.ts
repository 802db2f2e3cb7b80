import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'

import { eventually, openPanel, startPlatform, type Platform } from 'svcapp-kit/testing'

let platform: Platform

before(async () => {
  platform = await startPlatform()
  await platform.startApp()
  await platform.installApp()
  await platform.keepAsSeed()
})
beforeEach((context) => platform.reset(context))
after(() => platform.close())

test('a requested shipment is booked once, even if its event arrives twice', async () => {
  await platform.fault({ kind: 'duplicate', topic: 'shipment.create_requested', times: 1 })
  const { id } = await platform.control.openProvider({ kind: 'carrier', name: 'Our carrier' })
  await platform.control.routeToProvider({ id })
  await eventually(async () => assert.equal((await openPanel(platform)).text.match(/TEST\d{12}/g)?.length, 1))
})
