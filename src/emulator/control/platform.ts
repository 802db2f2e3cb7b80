import type { Hono } from 'hono'

import type { ClockAnswer, DeliveryState, EmulatorStatus } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { prepared } from '../../storage/statements.ts'
import { listDeliveries, redeliver } from '../deliveries/delivery-list.ts'
import { listFaults } from '../faults/faults.ts'
import { jsonAnswer } from '../pages/page.ts'
import { portalAddress } from '../portal/portal-address.ts'
import type { World } from '../world.ts'
import { readLog } from '../world/log.ts'
import { readBody, readNumber } from './answers.ts'
import type { ControlTools } from './control-tools.ts'

/** The emulator itself: status, clock, queue, log, settings. */
export function addPlatformRoutes(app: Hono, tools: ControlTools): void {
  const { world, queue } = tools
  app.get('/status', () => jsonAnswer(statusOf(tools)))
  app.post('/stop', () => {
    tools.stop()
    return jsonAnswer({})
  })
  app.post('/reset', async () => {
    await tools.reset()
    return jsonAnswer({})
  })
  app.post('/portal-address', () => jsonAnswer({ url: portalAddress(world) }))
  app.get('/clock', () => jsonAnswer(clockOf(world)))
  app.post('/clock/advance', async (c) => {
    const { ms } = await readBody(c)
    if (typeof ms !== 'number') throw new AppError('emulator.bad-request', 'ms is a number of milliseconds.')
    world.advanceClock(ms)
    await queue.settle()
    return jsonAnswer(clockOf(world))
  })
  app.get('/deliveries', (c) => {
    const { app: appKey, state } = c.req.query()
    if (state !== undefined && !isState(state))
      throw new AppError('emulator.bad-request', `state is one of ${states.join(', ')}.`)
    const limit = readNumber(c, 'limit', { fallback: 50, max: 1000 })
    const deliveries = listDeliveries(world, {
      limit,
      ...(appKey === undefined ? {} : { appKey }),
      ...(state === undefined ? {} : { state }),
    })
    return jsonAnswer({ deliveries })
  })
  app.post('/deliveries/:id/redeliver', (c) => jsonAnswer({ delivery: redeliver(world, Number(c.req.param('id'))) }))
  app.get('/log', (c) =>
    jsonAnswer({ entries: readLog(world.registry, readNumber(c, 'limit', { fallback: 100, max: 10_000 })) }),
  )
  app.get('/requests', (c) => {
    const { app: appKey, since } = c.req.query()
    const rows = tools
      .requests()
      .filter((row) => (appKey === undefined || row.appKey === appKey) && (since === undefined || row.at > since))
    return jsonAnswer({ requests: rows })
  })
}

const states: readonly DeliveryState[] = ['pending', 'delivered', 'dead_letter']

function isState(text: string): text is DeliveryState {
  return states.some((state) => state === text)
}

function clockOf(world: World): ClockAnswer {
  return { now: world.now().toISOString(), offsetMs: world.clockOffsetMs() }
}

function statusOf({ world, pid, version, startedAt }: ControlTools): EmulatorStatus {
  const count = (sql: string) => Number(prepared(world.registry, sql).get()?.['n'])
  return {
    id: world.id,
    pid,
    version,
    startedAt: startedAt.toISOString(),
    urls: world.urls(),
    clock: clockOf(world),
    apps: count('SELECT count(*) AS n FROM apps'),
    stores: count('SELECT count(*) AS n FROM stores'),
    queue: {
      pending: count("SELECT count(*) AS n FROM deliveries WHERE state = 'pending'"),
      delivered: count("SELECT count(*) AS n FROM deliveries WHERE state = 'delivered'"),
      dead_letter: count("SELECT count(*) AS n FROM deliveries WHERE state = 'dead_letter'"),
    },
    faults: listFaults(world),
  }
}
