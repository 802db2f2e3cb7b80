import type { Hono } from 'hono'

import type { OrderOperation } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { signInAddress } from '../admin/sign-in.ts'
import { jsonAnswer } from '../pages/page.ts'
import { getApp } from '../platform/apps.ts'
import { listInstalls } from '../platform/installs.ts'
import { openStore } from '../platform/open-store.ts'
import { planOf, setPlan } from '../platform/plans.ts'
import { allRegionsOf, getStore, listStores } from '../platform/stores.ts'
import { seedLegacyToken } from '../platform/tokens.ts'
import { uninstall } from '../platform/uninstall.ts'
import { changeOrder } from '../store/orders/change-order.ts'
import { latestOrders } from '../store/orders/latest-orders.ts'
import { placeOrder } from '../store/orders/place-order.ts'
import { requestFulfillment } from '../store/orders/request-fulfillment.ts'
import { readBody } from './answers.ts'
import type { ControlTools } from './control-tools.ts'

/** What happens in the stores. */
export function addStoreRoutes(app: Hono, { world }: ControlTools): void {
  app.get('/stores', () => jsonAnswer({ stores: listStores(world) }))
  app.post('/stores', async (c) => jsonAnswer(openStore(world, await readBody(c))))
  app.post('/stores/:code/sign-in', async (c) => {
    const { regionId, next } = await readBody(c)
    return jsonAnswer({ url: signInAddress(world, c.req.param('code'), { regionId, next }) })
  })
  app.get('/stores/:code/orders', (c) => {
    const { id: storeId } = getStore(world, c.req.param('code'))
    const region = c.req.query('region')
    return jsonAnswer({ orders: latestOrders(world, storeId, region === undefined ? null : Number(region)) })
  })
  app.post('/stores/:code/orders', async (c) => {
    const { id: storeId } = getStore(world, c.req.param('code'))
    // placeOrder checks what it reads.
    return jsonAnswer({ order: placeOrder(world, { storeId, input: await readBody(c) }) })
  })
  app.post('/stores/:code/orders/:id/fulfillment', async (c) => {
    const place = { storeId: getStore(world, c.req.param('code')).id, orderId: Number(c.req.param('id')) }
    // requestFulfillment checks what it reads.
    return jsonAnswer({ request: requestFulfillment(world, place, await readBody(c)) })
  })
  app.post('/stores/:code/orders/:id/:operation', async (c) => {
    const { id: storeId } = getStore(world, c.req.param('code'))
    const operation = c.req.param('operation')
    if (!isOperation(operation)) throw bad(`An order can be changed by ${operations.join(', ')}.`)
    return jsonAnswer({ order: changeOrder(world, { storeId, orderId: Number(c.req.param('id')), operation }) })
  })
  app.post('/stores/:code/apps/:key/uninstall', async (c) => {
    const store = getStore(world, c.req.param('code'))
    const { regionId = null } = await readBody(c)
    // A closed region keeps its installs, and they can be removed like any other.
    if (regionId !== null && !allRegionsOf(world, store.id).some(({ id }) => id === regionId))
      throw bad('The store has no such region.')
    const removed = uninstall(world, {
      appKey: c.req.param('key'),
      storeId: store.id,
      regionId: regionId === null ? null : Number(regionId),
    })
    return jsonAnswer({ removed })
  })
  app.post('/stores/:code/apps/:key/plan', async (c) => {
    const { id: storeId } = getStore(world, c.req.param('code'))
    const { plan } = await readBody(c)
    setPlan(world, { appKey: getApp(world, c.req.param('key')).app_key, storeId, plan })
    return jsonAnswer({})
  })
  app.get('/stores/:code/apps/:key/plan', (c) => {
    const { id: storeId } = getStore(world, c.req.param('code'))
    return jsonAnswer({ plan: planOf(world, { appKey: getApp(world, c.req.param('key')).app_key, storeId }) })
  })
  app.post('/stores/:code/apps/:key/legacy-token', async (c) => {
    const { id: storeId } = getStore(world, c.req.param('code'))
    const { shape } = await readBody(c)
    if (shape !== 'two-part' && shape !== 'older-prefix') throw bad('shape is two-part or older-prefix.')
    return jsonAnswer({ token: seedLegacyToken(world, { app: getApp(world, c.req.param('key')), storeId, shape }) })
  })
  app.get('/installs', (c) => jsonAnswer({ installs: listInstalls(world, c.req.query('app') ?? null) }))
}

const operations: readonly OrderOperation[] = ['pay', 'ship', 'cancel', 'refund']

function isOperation(text: string): text is OrderOperation {
  return operations.some((operation) => operation === text)
}

function bad(message: string): AppError {
  return new AppError('emulator.bad-request', message)
}
