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

test('a paid order counts once, even if its event arrives twice and the platform fails in between', async () => {
  await platform.fault({ kind: 'duplicate', topic: 'order.paid', times: 1 })
  await platform.fault({ kind: '503', path: '/orders/*', times: 1 })
  const order = await platform.control.placeOrder({ paid: true })
  await platform.calls.waitFor({ path: `/orders/${order.id}`, status: 200 })
  await eventually(async () => assert.match((await openPanel(platform)).text, /, 1 order /))
})
