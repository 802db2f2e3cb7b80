import type { Hono } from 'hono'

import type { AppStatus } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { sendTestEvent } from '../deliveries/test-event.ts'
import { jsonAnswer } from '../pages/page.ts'
import { getApp, listApps } from '../platform/apps.ts'
import { addTestStore, publish, review, setCountries, setStatus } from '../platform/lifecycle.ts'
import { register } from '../platform/register.ts'
import { rotate } from '../platform/rotate.ts'
import { readBody } from './answers.ts'
import type { ControlTools } from './control-tools.ts'

/** What the developer portal does with an app. */
export function addAppRoutes(app: Hono, { world }: ControlTools): void {
  app.get('/apps', () => jsonAnswer({ apps: listApps(world) }))
  app.get('/apps/:key', (c) => jsonAnswer({ app: getApp(world, c.req.param('key')) }))
  app.put('/apps/:key', async (c) => jsonAnswer(register(world, c.req.param('key'), await readBody(c))))
  app.post('/apps/:key/rotate', async (c) => {
    const { which } = await readBody(c)
    return jsonAnswer({ secret: rotate(world, c.req.param('key'), which) })
  })
  app.post('/apps/:key/publish', async (c) => {
    const { audience = 'public' } = await readBody(c)
    if (audience !== 'public' && audience !== 'own-stores') throw bad('audience is public or own-stores.')
    return jsonAnswer({ app: publish(world, c.req.param('key'), audience) })
  })
  app.post('/apps/:key/review', async (c) => {
    const { approved } = await readBody(c)
    if (typeof approved !== 'boolean') throw bad('approved is true or false.')
    return jsonAnswer({ app: review(world, c.req.param('key'), approved) })
  })
  app.post('/apps/:key/status', async (c) => {
    const { status } = await readBody(c)
    if (!isStatus(status)) throw bad(`status is one of ${statuses.join(', ')}.`)
    return jsonAnswer({ app: setStatus(world, c.req.param('key'), status) })
  })
  app.post('/apps/:key/countries', async (c) => {
    const { countries } = await readBody(c)
    if (!Array.isArray(countries) || !countries.every((one) => typeof one === 'string'))
      throw bad('countries is a list of ISO-2 codes.')
    return jsonAnswer({ app: setCountries(world, c.req.param('key'), countries) })
  })
  app.post('/apps/:key/test-stores', async (c) => {
    const { code } = await readBody(c)
    if (typeof code !== 'string') throw bad('code is the code of a store.')
    return jsonAnswer({ app: addTestStore(world, c.req.param('key'), code) })
  })
  app.post('/apps/:key/test-event', async (c) => {
    const { topic, storeCode } = await readBody(c)
    if (typeof topic !== 'string') throw bad('topic is the name of an event.')
    const appKey = getApp(world, c.req.param('key')).app_key
    return jsonAnswer(
      await sendTestEvent(world, { appKey, topic, ...(typeof storeCode === 'string' ? { storeCode } : {}) }),
    )
  })
}

const statuses: readonly AppStatus[] = ['D', 'P', 'published', 'X']

function isStatus(value: unknown): value is AppStatus {
  return statuses.some((status) => status === value)
}

function bad(message: string): AppError {
  return new AppError('emulator.bad-request', message)
}
